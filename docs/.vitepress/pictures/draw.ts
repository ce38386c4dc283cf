/**
 * Pieces of pictures. Colours come from the site's variables, by class, so that a picture follows
 * light and dark; words are real text, so that it can be read out, selected and found.
 */

/** What a picture is, apart from its lines. */
export interface Frame {
  readonly id: string
  readonly title: string
  /** All that the picture says, in words. */
  readonly description: string
  readonly width: number
  readonly height: number
}

/** Attributes of a text. */
export interface Style {
  readonly class?: string
  readonly anchor?: 'start' | 'middle' | 'end'
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('{{', '&#123;&#123;')

/** A line of text; `y` is its baseline. */
export const write = (x: number, y: number, text: string, { class: name, anchor = 'start' }: Style = {}): string =>
  `<text x="${x}" y="${y}"${name === undefined ? '' : ` class="${name}"`}${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}>${escape(text)}</text>`

/** A straight line. */
export const rule = (from: readonly [number, number], to: readonly [number, number], name: string): string =>
  `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" class="${name}"/>`

/** A box with its upper left corner and its size. */
export const box = (corner: readonly [number, number], size: readonly [number, number], name: string): string =>
  `<rect x="${corner[0]}" y="${corner[1]}" width="${size[0]}" height="${size[1]}" rx="3" class="${name}"/>`

/** A path. */
export const path = (d: string, name: string): string => `<path d="${d}" class="${name}"/>`

/** A dot. */
export const dot = (x: number, y: number, radius: number, name: string): string => `<circle cx="${x}" cy="${y}" r="${radius}" class="${name}"/>`

/** One drawing with its name and description. */
export const drawing = ({ id, title, description, width, height }: Frame, body: readonly string[]): string =>
  `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-description"><title id="${id}-title">${escape(title)}</title><desc id="${id}-description">${escape(description)}</desc>${body.join('')}</svg>`

/** Drawings that belong together, with a caption. */
export const figure = (name: string, drawings: readonly string[], caption: string): string =>
  `<figure class="picture" data-picture="${name}" v-pre>${drawings.map((each) => `<div>${each}</div>`).join('')}<figcaption>${escape(caption)}</figcaption></figure>\n`
