/**
 * What can be wrong with prose: stars that stay visible, links that lead nowhere, a word for which
 * another one is meant, and typography.
 */

import { existsSync } from 'node:fs'
import { lintFor, loadConfig } from 'autocorrect-node'
import { isChinese } from './document.js'
import type { Finding } from './failure.js'
import type { Page } from './markdown.js'
import { sectionsOf } from './structure.js'
import { withoutStamp } from './stamp.js'

/** Renderings that are not used, and the one that is. */
const TERMS: readonly (readonly [RegExp, string])[] = [
  [/读值|时间读[值取]/, '时间读数'],
  [/时间戳记|时戳/, '时间戳'],
  [/时间区域?(?!间)/, '时区'],
  [/持续时间|经过时间|耗时/, '时长'],
  [/基准(?!测试)/, '基线'],
  [/回合|轮(?!次|询|流|廓|换|到)/, '轮次'],
  [/步(?!骤|进|长|同|行|伐|异)(?<!同步|异步|逐步|一步|进步|初步|下步)/, '步骤'],
  [/主机/, '宿主'],
  [/协定/, '协议'],
  [/紧凑|压实/, '压缩'],
  [/阴影|掩盖/, '遮蔽'],
  [/裁决|判决/, '结论'],
  [/伴随|伴生|同伴模块/, '配套模块'],
  [/日誌|纪录/, '日志 / 记录'],
]

const termFindings = ({ file, source }: Page): Finding[] =>
  sectionsOf(file, source).flatMap(({ texts }) =>
    texts.flatMap(({ text, line }) => TERMS.flatMap(([wrong, right]) => {
      const [found] = wrong.exec(text) ?? []
      return found === undefined ? [] : [{ file, line, message: `${found}: the word used here is ${right}` }]
    })),
  )

const starFindings = ({ file, source }: Page): Finding[] =>
  sectionsOf(file, source).flatMap(({ texts, title, line }) =>
    [...texts, { text: title, line }].filter(({ text }) => /\*\*|__(?=\S)/.test(text)).map((place) => ({ file, line: place.line, message: `${/\*\*|__/.exec(place.text)?.[0]} stays visible here: emphasis does not open or close next to that punctuation` })),
  )

loadConfig(JSON.stringify({ rules: { 'space-word': 1, 'space-punctuation': 1, 'space-bracket': 1, 'space-backticks': 1, 'space-dash': 0, 'space-dollar': 0, fullwidth: 1, halfwidth: 1, 'halfwidth-word': 1, 'halfwidth-punctuation': 1, 'no-space-fullwidth': 1, 'no-space-fullwidth-quote': 1, spellcheck: 0 }, textRules: {}, context: { codeblock: 0 } }))

interface LintLine {
  readonly l: number
  readonly old: string
  readonly new: string
}

/** Fences are blanked, so that no comment in one is taken for prose. */
const withoutFences = ({ source, fences }: Page): string => {
  const lines = withoutStamp(source).split('\n')
  for (const { line, body } of fences) for (let index = line - 1; index < line + body.length + 1; index++) if (index < lines.length) lines[index] = ''
  return lines.join('\n')
}

const typographyFindings = (page: Page): Finding[] => {
  const { lines } = lintFor(withoutFences(page), page.file) as { lines: readonly LintLine[] }
  return lines.map(({ l, old, new: better }) => ({ file: page.file, line: l, message: `typography: ${old.trim()}\nshould be: ${better.trim()}` }))
}

/** Relative links must lead to a file of the repository and, with a fragment, to an anchor in it. */
const linkFindings = (page: Page, root: string, pages: ReadonlyMap<string, Page>): Finding[] =>
  sectionsOf(page.file, page.source).flatMap(({ links }) =>
    links.flatMap(({ text: link, line }) => {
      if (/^[a-z]+:/i.test(link)) return []
      const [path = '', fragment] = link.split('#')
      const target = path === '' ? page.file : decodeURI(new URL(path, `file:///${page.file}`).pathname.slice(1))
      const known = pages.get(target)
      if (known === undefined && !existsSync(`${root}/${target}`)) return [{ file: page.file, line, message: `the link ${link} leads to no file (${target})` }]
      if (fragment !== undefined && !(known !== undefined && new RegExp(`<a id="${fragment}"></a>`).test(known.source))) return [{ file: page.file, line, message: `the link ${link} leads to no anchor of ${target}` }]
      if (known !== undefined && isChinese(page.file) !== isChinese(target) && !isSwitch(page.file, target)) return [{ file: page.file, line, message: `the link ${link} leaves the language of the page` }]
      return []
    }),
  )

/** The line that leads to the same page in the other language. */
const isSwitch = (from: string, to: string): boolean => neutral(from) === neutral(to)

const neutral = (file: string): string => file.replace('.zh-CN.md', '.md').replace('docs/zh-CN/', 'docs/')

/**
 * Read the prose of pages.
 * @param pages - all pages, for the links between them.
 * @param root - the repository's root.
 */
export const proseFindings = (pages: readonly Page[], root: string): Finding[] => {
  const byFile = new Map(pages.map((page) => [page.file, page]))
  return pages.flatMap((page) => [...starFindings(page), ...linkFindings(page, root, byFile), ...(isChinese(page.file) ? [...termFindings(page), ...typographyFindings(page)] : [])])
}
