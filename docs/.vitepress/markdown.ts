/**
 * What the site does to the documents on top of VitePress, as markdown-it rules. The sources stay as
 * they are read on GitHub.
 */

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress'
import { badgeOf, type Badge, type Fence } from './badges.ts'
import { insertFor } from './inserts.ts'
import { follow } from './links.ts'
import { shownFrom, sourceOf, type Language } from './manifest.ts'
import { root } from './repository.ts'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/** HTML that the documents may use; GitHub hides any other tag, and Vue stumbles over it. */
const ALLOWED = /^<(?:!--|\/?(?:a|br|details|summary|kbd|sub|sup)\b)/

const ANCHOR = /^<a id="([^"]+)">$/

const fail = (source: string, token: Token, problem: string): never => {
  const line = token.map === null ? '' : `:${token.map[0] + 1}`
  throw new Error(`${source}${line}: ${problem}`)
}

/** `## Title <a id="name"></a>`: GitHub keeps the anchor, the site makes it the heading's own id. */
const nameHeading = (open: Token, inline: Token): void => {
  const children = inline.children ?? []
  const at = children.findIndex((child) => child.type === 'html_inline' && ANCHOR.test(child.content))
  if (at === -1) return
  const id = ANCHOR.exec(children[at]?.content ?? '')?.[1] ?? ''
  open.attrSet('id', id)
  children.splice(at, 2)
  const last = children.at(-1)
  if (last?.type === 'text') last.content = last.content.trimEnd()
  inline.content = inline.content.replace(/\s*<a id="[^"]+"><\/a>/, '')
}

const followLinks = (source: string, inline: Token): void => {
  const children = inline.children ?? []
  const plain: Token[] = []
  for (const [index, token] of children.entries()) {
    if (token.type !== 'link_open') continue
    const href = token.attrGet('href') ?? ''
    const target = follow(source, href)
    if (target.kind === 'broken') fail(source, inline, `the link to ${href} is broken: ${target.reason}`)
    else if (target.kind === 'page') token.attrSet('href', target.href)
    else if (target.kind === 'file' && target.href !== '') token.attrSet('href', target.href)
    else if (target.kind === 'file') plain.push(token, ...children.slice(index).filter(({ type }) => type === 'link_close').slice(0, 1))
  }
  inline.children = children.filter((token) => !plain.includes(token))
}

const refuseForeignHtml = (source: string, token: Token): void => {
  if ((token.type === 'html_block' || token.type === 'html_inline') && !ALLOWED.test(token.content)) {
    fail(source, token, `GitHub hides the tag ${token.content.trim()}; write it in backticks`)
  }
}

/** The line that leads a reader on GitHub to the other language; the site has a switcher. */
const isLanguageLine = (source: string, inline: Token): boolean => {
  const shown = shownFrom(source)
  if (shown === undefined) return false
  const others = Object.values(shown.document.files).filter((file) => file !== source)
  const links = (inline.children ?? []).filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href') ?? '')
  return links.length === 1 && others.some((file) => basename(file) === basename(links[0] ?? '')) && / \| |｜/.test(inline.content)
}

const adapt = (source: string, tokens: Token[]): Token[] => {
  const dropped = new Set<Token>()
  for (const [index, token] of tokens.entries()) {
    refuseForeignHtml(source, token)
    if (token.type !== 'inline') continue
    const before = tokens[index - 1]
    const after = tokens[index + 1]
    token.children?.forEach((child) => refuseForeignHtml(source, Object.assign(child, { map: token.map })))
    if (before?.type === 'heading_open') nameHeading(before, token)
    else if (before?.type === 'paragraph_open' && after !== undefined && isLanguageLine(source, token)) [before, token, after].forEach((each) => dropped.add(each))
    followLinks(source, token)
  }
  return tokens.filter((token) => !dropped.has(token))
}

const LABELS: Readonly<Record<Language, Readonly<Record<Badge['state'], string>>>> = {
  en: { checked: 'checked', refused: 'fails on purpose', waived: 'not executed', unknown: 'not run yet' },
  'zh-CN': { checked: '已验证', refused: '有意失败', waived: '不执行', unknown: '尚未运行' },
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Vue would evaluate it otherwise, in prose and in inline code alike. */
const withoutMustaches = (html: string): string => html.replaceAll('{{', '&#123;&#123;')

/** A line of a scenario that the model is told. */
const TOLD = /<span class="line">(?=<span[^>]*>\s*(?:>|&gt;) )/g

/** What changes from reading to reading: the timestamp, which must not be broken, and the duration. */
const VALUES = /\d{4}-\d\d-\d\dT[^\s<]*\]|(?<=Elapsed since the preceding [a-z -]+: )(?:[\dhms d]+s|unavailable)(?=\.)/g

const readable = (html: string): string => html.replaceAll(TOLD, '<span class="line told">').replaceAll(VALUES, '<span class="value">$&</span>')

/** While pages are being written, a block that was not run yet is shown as such; a build refuses it. */
const badge = (fence: Fence): Badge => {
  try {
    return badgeOf(fence)
  } catch (error) {
    if (process.env['NODE_ENV'] === 'production') throw error
    return { state: 'unknown', kind: 'unknown', id: undefined, reason: undefined }
  }
}

/**
 * Teach a renderer the documents' ways.
 * @param md - VitePress's markdown-it, its own plugins applied.
 */
export const teach = (md: MarkdownRenderer): void => {
  const sourceIn = (env: MarkdownEnv): string | undefined => sourceOf(env.relativePath)

  // Before VitePress reads the info string: digits in it would highlight lines, commas and braces
  // would change the language.
  md.core.ruler.after('block', 'info-words', ({ tokens, env }) => {
    if (sourceIn(env) === undefined) return
    for (const token of tokens) {
      if (token.type !== 'fence') continue
      token.meta = { info: token.info }
      token.info = token.info.split(' ', 1)[0] ?? ''
    }
  })
  md.core.ruler.after('inline', 'documents', (state) => {
    const source = sourceIn(state.env)
    if (source !== undefined) state.tokens = adapt(source, state.tokens)
  })

  const { fence, text, code_inline: code, html_block: html } = md.renderer.rules
  md.renderer.rules.fence = (...args) => {
    const [tokens, index, , env] = args
    const token = tokens[index]
    const drawn = fence?.(...args) ?? ''
    const source = sourceIn(env)
    if (source === undefined || token === undefined) return drawn
    const shown = badge({ file: source, line: (token.map?.[0] ?? 0) + 1, info: token.meta.info, body: token.content.replace(/\n$/, '').split('\n') })
    const language = shownFrom(source)?.language ?? 'en'
    const html = shown.kind === 'reading' || shown.kind === 'scenario' ? readable(drawn) : drawn
    const reason = shown.reason === undefined ? '' : ` data-reason="${escapeAttribute(shown.reason)}"`
    const anchor = shown.id === undefined ? '' : ` id="${escapeAttribute(shown.id)}"`
    return `<div class="block"${anchor} data-kind="${shown.kind}" data-state="${shown.state}" data-label="${LABELS[language][shown.state]}"${reason}>${html}</div>\n`
  }
  md.renderer.rules.html_block = (...args) => {
    const [tokens, index, , env] = args
    const source = sourceIn(env)
    const insert = source === undefined ? undefined : insertFor(tokens[index]?.content ?? '', shownFrom(source)?.language ?? 'en')
    return insert ?? html?.(...args) ?? ''
  }
  md.renderer.rules.text = (...args) => withoutMustaches(text?.(...args) ?? '')
  md.renderer.rules.code_inline = (...args) => withoutMustaches(code?.(...args) ?? '')
}

/** The first heading of a document, which is its name in the navigation. */
export const titleOf = (file: string): string => {
  const line = readFileSync(`${root}${file}`, 'utf8').split('\n').find((each) => each.startsWith('# '))
  if (line === undefined) throw new Error(`${file}: no first heading`)
  return line.slice(2).replace(/\s*<a id="[^"]+"><\/a>/, '').replaceAll('`', '').trim()
}
