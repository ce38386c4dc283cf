/**
 * From fences to blocks: the closed world. Each fence is claimed by one kind of the table, answers
 * the fence before it, or is waived with a reason; anything else is a finding.
 */

import { parseInfo, type Block, type Fence, type Info } from './block.js'
import { isChinese } from './document.js'
import { Mismatch, type Finding } from './failure.js'
import type { Context } from './kind.js'
import { answers, kinds } from './kinds/index.js'
import type { Page } from './markdown.js'

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const refuseUnknown = (names: readonly string[], known: readonly string[], what: string): void => {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Mismatch(`unknown ${what} ${unknown}; known here: ${known.join(', ') || 'none'}`)
}

const idOf = ({ keys, kind }: Info): string => {
  const { id } = keys
  if (id === undefined) throw new Mismatch(`the ${kind === '' ? 'waived' : kind} block has no id`)
  if (!ID.test(id)) throw new Mismatch(`an id is lower-case words joined by hyphens, got ${id}`)
  return id
}

const waiver = (fence: Fence, info: Info): Block => {
  if (!info.keys['reason']) throw new Mismatch(`a fence is of a known kind (${Object.keys(kinds).join(', ')}) or says why it is not executed: reason="…"`)
  refuseUnknown(Object.keys(info.keys), ['id', 'reason'], 'key')
  return { ...fence, ...info, id: idOf(info) }
}

const answer = (fence: Fence, info: Info, before: Block | undefined): Block => {
  refuseUnknown([info.lang], ['text'], 'language')
  refuseUnknown(Object.keys(info.keys), ['of', 'free'], 'key')
  refuseUnknown(info.flags, [], 'flag')
  const { of } = info.keys
  if (before === undefined || before.keys['id'] !== of || kinds[before.kind]?.answer?.kind !== info.kind) throw new Mismatch(`${info.kind} of=${of} does not follow the block it answers`)
  if (before.flags.includes('exists')) throw new Mismatch('a command that is only looked up prints nothing')
  return { ...fence, ...info, id: `${of}.${info.kind}` }
}

/**
 * Claim one fence.
 * @param before - the block before it on the page.
 * @throws Mismatch when no kind of the table claims it.
 */
export const claimed = (fence: Fence, before: Block | undefined): Block => {
  const info = parseInfo(fence.info)
  if (info.kind === '') return waiver(fence, info)
  if (answers.includes(info.kind)) return answer(fence, info, before)
  const kind = kinds[info.kind]
  if (kind === undefined) throw new Mismatch(`unknown kind ${info.kind}; known: ${[...Object.keys(kinds), ...answers].join(', ')}`)
  refuseUnknown([info.lang], kind.languages, 'language')
  refuseUnknown(Object.keys(info.keys), ['id', 'free', ...Object.keys(kind.keys)], 'key')
  refuseUnknown(info.flags, kind.flags ?? [], 'flag')
  const missing = Object.entries(kind.keys).find(([key, need]) => need === 'required' && !(key in info.keys))
  if (missing !== undefined) throw new Mismatch(`a ${info.kind} block says ${missing[0]}=…`)
  return { ...fence, ...info, id: idOf(info) }
}

const findingAt = ({ file, line }: Fence, error: unknown): Finding => ({ file, line, message: error instanceof Error ? error.message : String(error) })

/** The blocks of some documents, and what is wrong with their fences. */
export interface Claimed {
  readonly blocks: readonly Block[]
  readonly findings: readonly Finding[]
}

const claimPage = ({ fences, findings }: Page): Claimed => {
  const blocks: Block[] = []
  const wrong = [...findings]
  let before: Block | undefined
  let awaited: Block | undefined
  for (const fence of fences) {
    try {
      const block = claimed(fence, before)
      if (awaited !== undefined && !answers.includes(block.kind)) wrong.push(findingAt(awaited, new Mismatch(`the ${awaited.kind} block is not followed by its ${kinds[awaited.kind]?.answer?.kind}`)))
      awaited = kinds[block.kind]?.answer?.required === true ? block : undefined
      blocks.push(block)
      before = block
    } catch (error) {
      wrong.push(findingAt(fence, error))
      before = undefined
      awaited = undefined
    }
  }
  if (awaited !== undefined) wrong.push(findingAt(awaited, new Mismatch(`the ${awaited.kind} block is not followed by its ${kinds[awaited.kind]?.answer?.kind}`)))
  return { blocks, findings: wrong }
}

const duplicates = (blocks: readonly Block[]): Finding[] => {
  const first = new Map<string, Block>()
  return blocks.flatMap((block) => {
    const name = `${isChinese(block.file)} ${block.id}`
    const known = first.get(name)
    if (known === undefined) first.set(name, block)
    return known === undefined ? [] : [findingAt(block, new Mismatch(`the id ${block.id} stands already at ${known.file}:${known.line}`))]
  })
}

/** Claim every fence of some documents. */
export const claim = (pages: readonly Page[]): Claimed => {
  const parts = pages.map(claimPage)
  const blocks = parts.flatMap((part) => part.blocks)
  return { blocks, findings: [...parts.flatMap((part) => part.findings), ...duplicates(blocks)] }
}

/** Whether a block only shows what another one comes to. */
export const isAnswer = ({ kind }: Block): boolean => answers.includes(kind)

/** Whether a block is not executed. */
export const isWaived = ({ kind }: Block): boolean => kind === ''

/** What the blocks of one language may refer to. */
export const contextOf = (blocks: readonly Block[]): Context => {
  const byId = new Map(blocks.map((block) => [block.id, block]))
  return {
    find: (id) => byId.get(id),
    answerOf: ({ id, kind }) => byId.get(`${id}.${kinds[kind]?.answer?.kind}`),
  }
}
