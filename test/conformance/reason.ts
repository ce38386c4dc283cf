/**
 * Why a scenario cannot happen on a host, in both languages of the documentation.
 */

/** A text in both languages. */
export interface Bilingual {
  readonly en: string
  readonly zh: string
}

/** Each reason, by its id. */
export const REASONS = {
  'announced-too-late': {
    en: 'the host announces a step only after it has started, where an injection would reach the next step',
    zh: '宿主在步骤开始之后才发出通知，此时注入的内容只会进入下一个步骤',
  },
  'announced-in-time': {
    en: 'the host announces a step before it starts',
    zh: '宿主在步骤开始之前就发出通知',
  },
  'no-batch': {
    en: 'a notification carries no batch of messages that could be empty',
    zh: '通知不携带消息批次，也就没有空批次',
  },
  'no-decision': {
    en: 'a notification cannot be answered with a rejection',
    zh: '通知无法以拒绝作答',
  },
  'no-request-series': {
    en: 'a step of this host has no way to ask for a new series of requests',
    zh: '这个宿主的步骤没有要求新建请求序列的方法',
  },
  'source-refused': {
    en: 'the host refuses a message with this source',
    zh: '宿主拒绝带有这种来源的消息',
  },
  'nothing-to-upgrade': {
    en: 'the host opens no log that a host before it wrote',
    zh: '这个宿主打不开之前的宿主写下的日志',
  },
} as const satisfies Record<string, Bilingual>

/** The id of a reason. */
export type ReasonId = keyof typeof REASONS
