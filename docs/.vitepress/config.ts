/**
 * The site: the documents of the repository in two languages, projected by `prepare.ts`.
 */

import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type DefaultTheme } from 'vitepress'
import { headOf } from './head.ts'
import { documents, GENERATED, routeIn, sourceOf, type Group, type Language } from './manifest.ts'
import { teach, titleOf } from './markdown.ts'
import { sayMissing } from './missing.ts'
import { addresses } from './repository.ts'
import { refuseDeadLinks } from './scan.ts'
import { tokenize } from './search.ts'
import { writeTwins } from './twins.ts'
import { refuseHeavyPages } from './weight.ts'

interface Words {
  readonly groups: Readonly<Record<Group, string>>
  readonly home: string
  readonly reference: string
  readonly documentation: string
  readonly playground: string
  readonly edit: string
  readonly theme: Partial<DefaultTheme.Config>
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    groups: { use: 'Use it', understand: 'Understand it', check: 'Check it', project: 'The project' },
    home: 'In one page',
    reference: 'API reference',
    documentation: 'Documentation',
    playground: 'Playground',
    edit: 'Edit this page',
    theme: { outline: { level: [2, 3], label: 'On this page' } },
  },
  'zh-CN': {
    groups: { use: '使用', understand: '理解', check: '核查', project: '项目' },
    home: '一页读懂',
    reference: 'API 参考',
    documentation: '文档',
    playground: '演练场',
    edit: '编辑此页',
    theme: {
      outline: { level: [2, 3], label: '本页目录' },
      docFooter: { prev: '上一页', next: '下一页' },
      darkModeSwitchLabel: '外观',
      lightModeSwitchTitle: '切换到浅色',
      darkModeSwitchTitle: '切换到深色',
      sidebarMenuLabel: '目录',
      returnToTopLabel: '回到顶部',
      langMenuLabel: '切换语言',
      skipToContentLabel: '跳到正文',
      notFound: { title: '没有这一页', quote: '这个地址下没有内容，可能已经移走。', linkText: '回到首页', linkLabel: '回到首页' },
    },
  },
}

/** A clock face in the brand's colour; in the page itself, so that nothing is fetched for it. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#b4651a" stroke-width="3" stroke-linecap="round"><circle cx="16" cy="16" r="13"/><path d="M16 8v8l5 4"/></svg>')}`

const groups: readonly Group[] = ['use', 'understand', 'check', 'project']

const sidebar = (language: Language): DefaultTheme.SidebarItem[] =>
  groups.map((group) => ({
    text: words[language].groups[group],
    items: [
      ...documents
        .filter((document) => document.group === group)
        .map(({ route, files }) => ({ text: route === '/' ? words[language].home : titleOf(files[language]), link: routeIn(language, route) })),
      ...(group === 'project' ? [{ text: words[language].reference, link: routeIn(language, `/${GENERATED}/`) }] : []),
    ],
  }))

const themeIn = (language: Language): DefaultTheme.Config => ({
  ...words[language].theme,
  nav: [
    { text: words[language].documentation, link: routeIn(language, '/reading'), activeMatch: '^/(?:zh-CN/(?!api/|playground)[a-z]|(?!zh-CN/|api/|playground)[a-z])' },
    { text: words[language].playground, link: routeIn(language, '/playground') },
    { text: words[language].reference, link: routeIn(language, `/${GENERATED}/`), activeMatch: '/api/' },
  ],
  sidebar: sidebar(language),
  ...(addresses.repository === '' ? {} : { editLink: { pattern: `${addresses.repository}/edit/main/:path`, text: words[language].edit } }),
})

/** Pages that are laid out in a way of their own. */
const LAYOUTS: Readonly<Record<string, object>> = {
  'index.md': { pageClass: 'front', aside: false },
  'playground.md': { pageClass: 'play', aside: false },
}

export default defineConfig({
  title: 'dsh-time-context',
  description: 'A clock for DeepSeek Harness agents.',
  base: addresses.base,
  head: [['link', { rel: 'icon', href: ICON }]],
  srcDir: '.vitepress/pages',
  outDir: fileURLToPath(new URL('dist', import.meta.url)),
  cacheDir: fileURLToPath(new URL('cache', import.meta.url)),
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: themeIn('en') },
    'zh-CN': { label: '简体中文', lang: 'zh-CN', link: '/zh-CN/', description: '给 DeepSeek Harness 智能体的时钟。', themeConfig: themeIn('zh-CN') },
  },
  markdown: { config: teach, theme: { light: 'github-light', dark: 'github-dark' } },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: { tokenize }, searchOptions: { combineWith: 'AND' } },
        locales: {
          'zh-CN': {
            translations: {
              button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
              modal: {
                displayDetails: '显示详情',
                resetButtonTitle: '清空',
                backButtonTitle: '关闭',
                noResultsText: '没有找到',
                footer: { selectText: '打开', selectKeyAriaLabel: '回车', navigateText: '选择', navigateUpKeyAriaLabel: '上', navigateDownKeyAriaLabel: '下', closeText: '关闭', closeKeyAriaLabel: 'esc' },
              },
            },
          },
        },
      },
    },
  },
  transformPageData: (page) => {
    const source = sourceOf(page.relativePath)
    if (source === undefined) return { frontmatter: { ...page.frontmatter, editLink: false, pageClass: 'reference', prev: false, next: false } }
    return { filePath: source, frontmatter: { ...page.frontmatter, ...LAYOUTS[basename(page.relativePath)] } }
  },
  transformHtml: (html, _id, { page }) => (page === '404.md' ? sayMissing(html, addresses.base) : undefined),
  transformHead: (context) => headOf(context),
  buildEnd: (site) => {
    writeTwins(site.outDir, site)
    refuseDeadLinks(site.outDir, addresses.base)
    refuseHeavyPages(site.outDir, addresses.base)
  },
})
