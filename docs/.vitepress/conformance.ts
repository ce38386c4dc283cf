/**
 * The tables of the page on hosts, from the results that the conformance suite left in
 * `docs/data/conformance.json`. Run as a program, it writes them into the page, in both languages.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { languages, type Language } from './manifest.ts'
import { root } from './repository.ts'

type Bilingual = Readonly<Record<'en' | 'zh', string>>

type Cell = { readonly result: 'passed'; readonly readings: readonly string[] } | { readonly result: 'not-possible'; readonly because: string }

/** What the suite writes. */
export interface Conformance {
  readonly hosts: readonly { readonly id: string; readonly hosts: Bilingual; readonly protocol: 'inject' | 'decision'; readonly format: number; readonly published: boolean }[]
  readonly reasons: Readonly<Record<string, Bilingual>>
  readonly scenarios: readonly { readonly id: string; readonly title: Bilingual; readonly cells: Readonly<Record<string, Cell>> }[]
}

const words = {
  en: {
    hosts: ['id', 'host', 'protocol', 'session format', 'tried on'],
    protocol: { inject: 'inject', decision: 'decision' },
    triedOn: { true: 'itself', false: 'a stand-in' },
    scenario: 'scenario',
    legend: '✓ passed; a letter: not possible there, because',
    differ: 'Where hosts of different kinds do differ, these are the readings (turn and step, time since the beginning, duration):',
    differing: ['scenario', 'hosts', 'readings'],
    none: 'none',
  },
  zh: {
    hosts: ['代号', '宿主', '协议', '会话格式', '在哪里试的'],
    protocol: { inject: '注入', decision: '决策' },
    triedOn: { true: '宿主本身', false: '替身' },
    scenario: '情景',
    legend: '✓ 表示通过；字母表示那里不可能出现这种情形，原因是',
    differ: '不同的宿主有差别的地方，时间读数如下（轮次与步骤、距开始的时间、时长）：',
    differing: ['情景', '宿主', '时间读数'],
    none: '无',
  },
} as const

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const table = (head: readonly string[], body: readonly (readonly string[])[]): string => [row(head), `|${'---|'.repeat(head.length)}`, ...body.map(row)].join('\n')

const letterOf = (data: Conformance, reason: string): string => String.fromCharCode(97 + Object.keys(data.reasons).indexOf(reason))

/** Hosts grouped by the readings they gave, where there is more than one group. */
const differencesIn = ({ cells }: Conformance['scenarios'][number]): (readonly [readings: string, hosts: readonly string[]])[] => {
  const groups = new Map<string, string[]>()
  for (const [host, cell] of Object.entries(cells)) {
    if (cell.result !== 'passed') continue
    const readings = cell.readings.join('<br>')
    groups.set(readings, [...(groups.get(readings) ?? []), host])
  }
  return groups.size > 1 ? [...groups] : []
}

/**
 * Draw the tables.
 * @param data - the suite's results.
 * @param language - the language of the page.
 * @returns Markdown.
 */
export const drawConformance = (data: Conformance, language: Language): string => {
  const tongue = language === 'en' ? 'en' : 'zh'
  const { hosts, protocol, triedOn, scenario, legend, differ, differing, none } = words[tongue]
  const ids = data.hosts.map(({ id }) => id)
  return [
    table(hosts, data.hosts.map((host) => [host.id, host.hosts[tongue], protocol[host.protocol], String(host.format), triedOn[`${host.published}`]])),
    table([scenario, ...ids], data.scenarios.map(({ title, cells }) => [title[tongue], ...ids.map((id) => {
      const cell = cells[id]
      if (cell === undefined) throw new Error(`the conformance suite has no result for ${id}`)
      return cell.result === 'passed' ? '✓' : letterOf(data, cell.because)
    })])),
    `${legend}${tongue === 'en' ? ':' : '：'}`,
    Object.entries(data.reasons).map(([reason, text]) => `- ${letterOf(data, reason)}${tongue === 'en' ? ': ' : '：'}${text[tongue]}`).join('\n'),
    differ,
    table(differing, data.scenarios.flatMap((each) => differencesIn(each).map(([readings, names]) => [each.title[tongue], names.join(', '), readings === '' ? none : readings]))),
  ].join('\n\n')
}

/** The results as they stand in the repository. */
export const readConformance = (): Conformance => JSON.parse(readFileSync(`${root}docs/data/conformance.json`, 'utf8'))

const PLACE = /(?<=<!-- conformance -->\n)[^]*?(?=<!-- \/conformance -->)/

/** What stands between the page's two marks. */
export const drawnIn = (page: string): string | undefined => PLACE.exec(page)?.[0].trim()

/** The page on hosts in a language. */
export const hostsPage = (language: Language): string => `${root}docs/${language === 'en' ? '' : `${language}/`}hosts.md`

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const language of languages) {
    const page = readFileSync(hostsPage(language), 'utf8')
    writeFileSync(hostsPage(language), page.replace(PLACE, `\n${drawConformance(readConformance(), language)}\n\n`))
  }
}
