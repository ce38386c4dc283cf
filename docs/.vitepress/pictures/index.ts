/**
 * The pictures in the documents, by name.
 */

import type { Language } from '../manifest.ts'
import { baselines } from './baselines.ts'
import { lifecycle } from './lifecycle.ts'
import { staleness } from './staleness.ts'

const pictures = { baselines, lifecycle, staleness }

/** The name of a picture. */
export type PictureName = keyof typeof pictures

/** The names of all pictures. */
export const pictureNames: readonly string[] = Object.keys(pictures)

/** Whether somebody draws a picture of that name. */
export const isPictureName = (name: string): name is PictureName => name in pictures

/**
 * Draw a picture.
 * @returns a figure of HTML and SVG.
 */
export const pictureFor = (name: PictureName, language: Language): string => pictures[name](language)
