/**
 * Play a scenario in the loop of the published host: its scripted model and its tool set the clock
 * to the next line and answer as the scenario says.
 */

import { createUserMessage, type UserMessage } from '@deepseek-ai/dsh-llm'
import { defineTool } from '@deepseek-ai/dsh-tools'
import type {} from '@deepseek-ai/dsh-compaction'
import { parseReading } from '../../../src/reading.js'
import { bootHost, readingsIn, type RealHost } from '../../support/real-host.js'
import { Mismatch } from '../failure.js'
import { holdClock, type SetClock } from './clock.js'
import type { Course, PlacedMessage } from './drive.js'
import type { Happening, Moment, Scenario } from './scenario.js'

type Session = Awaited<ReturnType<RealHost['create']>>

const SESSION = 'scenario'

/** A compaction must come out smaller than what it replaces, and the texts of a document are short. */
const BALLAST = ' '.repeat(2_000)

const said = (text: string): UserMessage => createUserMessage({ content: [{ type: 'text', text: text + BALLAST }], source: { kind: 'user' } })

/** The scenario's lines, taken one by one by whoever makes them happen. */
class Script {
  readonly #moments: readonly Moment[]
  readonly #set: SetClock
  #next = 0

  constructor({ moments }: Scenario, set: SetClock) {
    this.#moments = moments
    this.#set = set
  }

  get upcoming(): Happening | undefined {
    return this.#moments[this.#next]?.happening
  }

  get line(): number {
    return this.#moments[Math.min(this.#next, this.#moments.length - 1)]?.line ?? 0
  }

  /** Take the next line, which must be of a kind, and set the clock to it. */
  take(...kinds: readonly Happening['kind'][]): Happening {
    const moment = this.#moments[this.#next]
    if (moment === undefined || !kinds.includes(moment.happening.kind)) throw new Mismatch(`the published host comes to ${kinds.join(' or ')} here`, this.line)
    this.#set(moment.clock)
    this.#next++
    return moment.happening
  }
}

const boot = async (script: Script, config: Scenario['config'], root?: string): Promise<{ host: RealHost; failures: Mismatch[]; drive: (session: Session) => void }> => {
  const host = await bootHost({ config, ...(root === undefined ? {} : { root }) })
  const failures: Mismatch[] = []
  let session: Session | undefined
  const during = (...kinds: readonly Happening['kind'][]): Happening => {
    for (;;) {
      const happening = script.take('prompt', 'steering', ...kinds)
      if (happening.kind === 'prompt') session?.agent.followup(said(happening.text))
      else if (happening.kind === 'steering') session?.agent.steer(said(happening.text))
      else return happening
    }
  }
  const guarded = <Result>(body: () => Result): Result => {
    try {
      return body()
    } catch (error) {
      if (error instanceof Mismatch) failures.push(error)
      throw error
    }
  }
  host.ctx.on('llm/stream', ({ purpose }, next) => {
    if (purpose !== undefined) return next()
    guarded(() => {
      during('step')
      const happening = during('tool call', 'answer')
      host.model.push(happening.kind === 'answer' ? { text: happening.text } : { tool: 'work' })
      if (happening.kind === 'answer' && script.upcoming?.kind === 'step' && script.upcoming.step === 1) throw new Mismatch('the published host starts a waiting prompt at once', script.line)
    })
    return next()
  })
  host.ctx.tools.register(
    defineTool({
      name: 'work',
      description: 'Work.',
      parameters: {},
      output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
      execute: async () => {
        guarded(() => during('tool result'))
        return 'done'
      },
    }),
  )
  return { host, failures, drive: (driven) => void (session = driven) }
}

const messageOf = (text: string): PlacedMessage => ({ text, message: {} })

/** The readings of a log under the lines of the steps that they name. */
const readingsByLine = ({ moments }: Scenario, texts: readonly string[]): Map<number, PlacedMessage | undefined> => {
  const named = new Map(texts.map((text) => [((reading) => `${reading?.turn}/${reading?.step}`)(parseReading(text)), text]))
  return new Map(
    moments.flatMap(({ happening, line }) => {
      if (happening.kind !== 'step') return []
      const text = named.get(`${happening.turn}/${happening.step}`)
      return [[line, text === undefined ? undefined : messageOf(text)] as const]
    }),
  )
}

const play = async (scenario: Scenario, set: SetClock): Promise<Course> => {
  const script = new Script(scenario, set)
  set(scenario.moments[0]?.clock ?? 0)
  let running = await boot(script, scenario.config)
  try {
    let session = await running.host.create(SESSION)
    running.drive(session)
    while (script.upcoming !== undefined) {
      const happening = script.take('prompt', 'restart', 'compaction', 'clock set back')
      if (happening.kind === 'prompt') {
        session.agent.followup(said(happening.text))
        await session.agent.whenIdle()
        const [failure] = running.failures
        if (failure !== undefined) throw failure
      } else if (happening.kind === 'compaction') {
        if ((await running.host.ctx.compaction.compactNow(session.agent, AbortSignal.timeout(10_000))) === null) throw new Mismatch('the published host finds nothing to compact', script.line)
      } else if (happening.kind === 'restart') {
        await running.host.ctx.sessions.flush(session.agent.session)
        const { root } = running.host
        await running.host.dispose()
        running = await boot(script, scenario.config, root)
        session = await running.host.resume(SESSION)
        running.drive(session)
      }
    }
    return { readings: readingsByLine(scenario, readingsIn(session.agent.session.events)), tally: '' }
  } finally {
    await running.host.dispose()
  }
}

/**
 * Play a scenario on the published host.
 * @throws Mismatch at the line where the host's own order is another.
 */
export const runPublished = (scenario: Scenario): Promise<Course> => holdClock((set) => play(scenario, set))
