/**
 * A context between a host and the plugin that hands over other sessions than the host's.
 */

import { isRecord } from '../../../src/core/record.js'
import type { HostContext } from '../../../src/index.js'

/**
 * Hand over substitutes, one for each session.
 * @param substitute - makes the substitute of a session.
 */
export const substituting = (ctx: HostContext, substitute: (session: Readonly<Record<string, unknown>>) => object): HostContext => {
  const made = new Map<unknown, object>()
  const substituteOf = (session: unknown): unknown => {
    if (!isRecord(session)) return session
    const known = made.get(session) ?? substitute(session)
    made.set(session, known)
    return known
  }
  const agentFor = (agent: unknown): unknown => (isRecord(agent) ? Object.create(agent, { session: { value: substituteOf(agent['session']) } }) : agent)
  const first = (event: string, value: unknown): unknown => {
    if (event === 'session/event') return substituteOf(value)
    return isRecord(value) && 'agent' in value ? { ...value, agent: agentFor(value['agent']) } : agentFor(value)
  }
  return {
    logger: ctx.logger,
    on: (event, listener, options) => ctx.on(event, (value, ...rest) => listener(first(event, value), ...rest), options),
  }
}

/** Substitutes that show nothing but some members of a session. */
export const showingOnly =
  (...members: string[]) =>
  (ctx: HostContext): HostContext =>
    substituting(ctx, (session) => new Proxy({}, { get: (_, key) => (members.includes(String(key)) ? bound(session, String(key)) : undefined) }))

const bound = (session: Readonly<Record<string, unknown>>, member: string): unknown => {
  const value = session[member]
  return typeof value === 'function' ? value.bind(session) : value
}
