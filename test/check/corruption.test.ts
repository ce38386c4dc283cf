import { expect, it } from 'vitest'
import { checkLog } from '../../src/check.js'
import { corruptionsOf } from './corruptions.js'
import { recordedLog } from './host-log.js'
it('x', async () => {
  const rows = await recordedLog()
  const clean = checkLog(rows)
  expect(clean).toMatchObject({findings: [], notUnderstood: 0})
  const all = corruptionsOf(rows)
  const groups = new Map<string, Map<string, number>>()
  for (const c of all) {
    const v = checkLog(c.rows)
    const out = [...new Set(v.findings.map(f=>f.rule)), ...(v.notUnderstood > 0 ? ['not understood'] : [])].join(' ') || '-'
    const key = `${c.kind} | ${c.path} | ${c.change}`
    const g = groups.get(key) ?? new Map(); groups.set(key, g); g.set(out, (g.get(out) ?? 0) + 1)
  }
  console.log(all.length, groups.size)
  const { writeFile } = await import('node:fs/promises')
  await writeFile('/tmp/groups.txt', [...groups].map(([k, g]) => `${k} => ${[...g].map(([o,n])=>`${o} (${n})`).join('; ')}`).join('\n'))
})
