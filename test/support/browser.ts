/**
 * The built site in Debian's chromium: a server for its files, and a browser that notes each request
 * to another origin.
 */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/**
 * Why there is no browser to drive; `undefined` where there is one.
 * @throws Error under CI on Linux, where a browser must be there.
 */
export const reasonWithoutBrowser = (): string | undefined => {
  if (existsSync(EXECUTABLE)) return undefined
  const reason = `no ${EXECUTABLE}, so the site is not driven in a browser (apt-get install chromium, or set CHROMIUM)`
  if (process.env['CI'] !== undefined && process.platform === 'linux') throw new Error(reason)
  console.warn(`skipped: ${reason}`)
  return reason
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** A site that is being served and watched. */
export interface ServedSite {
  readonly origin: string
  /** Requests that left the site's origin. */
  readonly foreign: readonly string[]
  /** Errors that pages have thrown or logged. */
  readonly errors: readonly string[]
  /** Open a page; the path has no slash at its beginning. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>
  readonly close: () => Promise<void>
}

const serveFiles = async (folder: string, base: string): Promise<{ origin: string; close: () => Promise<void> }> => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const path = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length)) : 'outside the base'
    const file = normalize(join(folder, path, pathname.endsWith('/') ? 'index.html' : ''))
    try {
      const body = await readFile(file)
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin: `http://127.0.0.1:${address.port}`, close }
}

/**
 * Serve a built site, and open its pages in a browser.
 * @param folder - the built site.
 * @param base - the path that it was built for, with a slash at both ends.
 */
export const serveSite = async (folder: string, base: string): Promise<ServedSite> => {
  const { origin, close } = await serveFiles(folder, base)
  const browser: Browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-background-networking'] })
  const foreign: string[] = []
  const errors: string[] = []
  return {
    origin,
    foreign,
    errors,
    open: async (path, options) => {
      const context = await browser.newContext(options)
      context.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) foreign.push(url)
      })
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${path}: ${message.text()}`)
      })
      context.on('weberror', (error) => errors.push(`${path}: ${error.error().message}`))
      const page = await context.newPage()
      await page.goto(`${origin}${base}${path}`, { waitUntil: 'networkidle' })
      // A quiet network is not yet a page that hears keys.
      if (options?.javaScriptEnabled !== false) await page.waitForFunction(() => Reflect.has(document.querySelector('#app') ?? {}, '__vue_app__'))
      return page
    },
    close: async () => {
      await browser.close()
      await close()
    },
  }
}
