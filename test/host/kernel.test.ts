import { readFile } from 'node:fs/promises'
import { Context } from '@deepseek-ai/cordis'
import { Loader } from '@deepseek-ai/cordis-plugin-loader'
import { afterEach, expect, it } from 'vitest'
import { kernel } from '../support/kernel.js'
import { bootHost, type RealHost } from '../support/real-host.js'

let host: RealHost | undefined
afterEach(() => host?.dispose())

it.each(Object.entries(kernel.versions))('loads %s %s', async (name, version) => {
  const entry = import.meta.resolve(`@deepseek-ai/${name}`)
  const folder = entry.slice(0, entry.lastIndexOf(`/${name}/`) + name.length + 2)
  const manifest: unknown = JSON.parse(await readFile(new URL('package.json', folder), 'utf8'))
  expect(manifest).toMatchObject({ name: `@deepseek-ai/${name}`, version })
})

it('boots the host on that kernel and on no second copy of it', async () => {
  host = await bootHost({ config: false })
  expect(host.ctx).toBeInstanceOf(Context)
  expect(host.ctx.loader).toBeInstanceOf(Loader)
})
