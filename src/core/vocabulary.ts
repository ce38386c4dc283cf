/**
 * The row types that hosts are known to write and that say nothing about time; those of visible
 * messages are among them, for where they replace older history.
 */

const SILENT: ReadonlySet<string> = new Set([
  'agent-preset/selected',
  'approval/asked',
  'approval/decided',
  'approval/policy',
  'assistant/attempt',
  'assistant/chunk',
  'assistant/message',
  'command/done',
  'command/run',
  'compact/end',
  'compact/start',
  'compact/summary',
  'compaction/end',
  'compaction/prune',
  'compaction/start',
  'compaction/summary',
  'context/message',
  'developer/message',
  'feedback/record',
  'goal/change',
  'hook/invoked',
  'hook/result',
  'llm/retry',
  'llm/retry-started',
  'permission/preset',
  'plan/mode',
  'prompt/blocked',
  'request/context',
  'sandbox/mode',
  'schedule/change',
  'session/title',
  'session/title-llm-request',
  'steering/message',
  'subagent/descriptor',
  'system/message',
  'team/member',
  'team/message/delivered',
  'team/message/queued',
  'team/task',
  'todo/write',
  'tool-workflow/agent-end',
  'tool-workflow/agent-start',
  'tool-workflow/run-end',
  'tool-workflow/run-start',
  'tool/call',
  'tool/code-dispatch',
  'tool/code-dispatch-start',
  'tool/result',
  'user/message',
  'web/deepseek-search-llm-request',
])

/**
 * Whether rows of a type are known to have no bearing on readings.
 * @param type - a row's type.
 */
export const isSilent = (type: string): boolean => SILENT.has(type)
