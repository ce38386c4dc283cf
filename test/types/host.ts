/**
 * The published host's own types against the package's, checked by `npm run types` and never run.
 */

import type { Context } from '@deepseek-ai/cordis'
import type { Agent, PreStepDecision } from '@deepseek-ai/dsh-agent'
import type { MessageId } from '@deepseek-ai/dsh-llm'
import type { Session, SessionEvent, UserMessage } from '@deepseek-ai/dsh-session'
import * as plugin from '../../src/index.js'
import { decide } from '../../src/host/decision.js'
import type { Source } from '../../src/core/source.js'
import type { Mount } from '../../src/host/attempt.js'
import type { History } from '../../src/host/log.js'
import type { Message } from '../../src/host/message.js'
import type { DecisionCall } from '../../src/host/protocol.js'

declare const ctx: Context

// The host mounts the module with a configuration, with an empty one, and with none.
ctx.plugin(plugin)
ctx.plugin(plugin, {})
ctx.plugin(plugin, { timeZone: 'Asia/Shanghai' })
ctx.plugin(plugin, { timeZone: 'Asia/Shanghai', refreshIntervalMs: 60_000 })

// @ts-expect-error a zone is a string
ctx.plugin(plugin, { timeZone: 8 })
// @ts-expect-error an interval is a number
ctx.plugin(plugin, { refreshIntervalMs: '60000' })
// @ts-expect-error a key that is left out is not null
ctx.plugin(plugin, { timeZone: null })
// @ts-expect-error unknown keys are refused
ctx.plugin(plugin, { timezone: 'Asia/Shanghai' })

// The host's context is one that the plugin can be applied to.
ctx satisfies plugin.HostContext
plugin.apply(ctx)
plugin.apply(ctx, { refreshIntervalMs: 0 })

// The host's sessions and rows can be followed.
declare const history: History
declare const session: Session
declare const row: SessionEvent
history.follow(session, row)
history.of(session)

// The host's pre-step call is a decision call, and what comes back can carry the host's decisions.
declare const mount: Mount
declare const agent: Agent
declare const messages: UserMessage[]
declare const next: () => Promise<PreStepDecision>
const call = { kind: 'decision', agent, messages, turn: 1, step: 1, signal: new AbortController().signal, next } satisfies DecisionCall
void decide(mount, call)

// Our message, signed for this host, is the host's user message in all but the brand of its id and the
// mutability of its lists.
type Plain<Value> = Value extends MessageId ? string : Value extends object ? { readonly [Key in keyof Value]: Plain<Value[Key]> } : Value
declare const message: Message & { readonly source: Extract<Source, { readonly kind: 'plugin' }> }
message satisfies Plain<UserMessage>

declare const later: Message & { readonly source: Extract<Source, { readonly kind: 'time-context' }> }
// @ts-expect-error this host knows no source of our own kind, which later session formats want
later satisfies Plain<UserMessage>
