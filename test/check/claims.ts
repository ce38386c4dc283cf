/**
 * What each corruption of a log must lead to: the rules that are meant for it, or the reason why
 * nothing can be seen. Patterns are of `kind · member · change`.
 */

/** What a check can say: a rule, a row that is not understood, or a line that the reader of stored logs stops at. */
export type Outcome = string

/** Corruptions that are caught, and by what. */
export const MEANT: readonly (readonly [pattern: RegExp, outcomes: readonly Outcome[]])[] = [
  [/^reading · data\.content/, ['content', 'format', 'source']],
  [/^reading · data\.(content\[\]\.text|source\.sections\[\]\.text) · /, ['source', 'content']],
  [/^reading · data\.source/, ['source']],
  [/^reading · data\.source( · gone| · null|\.kind|\.plugin)/, ['elapsed']],
  [/^reading · (data\.role|surfaceOp)/, ['surface']],
  [/^reading · text of the (block|section) alone · /, ['source']],
  [/^reading · text · turn one /, ['position', 'format']],
  [/^reading · text · step one /, ['position', 'format']],
  [/^reading · text · (year|day|hour|minute|second) one more/, ['clock']],
  [/^reading · text · (year|month|hour|minute|second) one less/, ['elapsed']],
  [/^reading · text · (offset|local|another zone|a zone)/, ['zone', 'format']],
  [/^reading · text · the other baseline/, ['baseline']],
  [/^reading · text · duration unavailable/, ['unavailable']],
  [/^reading · text · duration/, ['elapsed']],
  [/^reading · text · a third line/, ['foreign']],
  [/^reading · text · (zone gone|second line gone|a line feed more|full stop gone|first letter small)/, ['format']],
  [/^reading · time · an hour less/, ['clock']],
  [/^reading · time · an hour more/, ['elapsed']],
  [/^reading · the row · twice/, ['duplicate']],
  [/^reading · the row · after the next row/, ['order', 'reader']],
  [/^reading · the row · dropped/, ['elapsed', 'reader']],
  [/^header · version/, ['version']],
  [/^header · the row · after the next row/, ['not understood']],
  [/^acceptance · (time|data)/, ['elapsed']],
  [/^(acceptance|prompt) · the row · /, ['elapsed', 'reader']],
  [/^prompt · data\.id/, ['elapsed']],
  [/^turn\/start · data/, ['not understood']],
  [/^turn\/start · the row · (dropped|twice|after the next row)/, ['turn', 'elapsed', 'reader']],
  [/^step\/start · data/, ['position', 'not understood']],
  [/^step\/end · the row · (dropped|twice|after the next row)/, ['order', 'duplicate', 'position', 'reader']],
  [/^\S+ · (type|time|data) · /, ['not understood']],
  [/^\S+ · the row · replaced by/, ['not understood']],
  [/^\S+ · the row · (dropped|twice|after the next row)/, ['reader']],
  [/^\S+ · seq · /, ['reader']],
]

/** Corruptions that nothing shows, and why. */
export const FREE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^reading · data\.source( · (gone|null)|\.kind|\.plugin)/, 'without our source a row is somebody else’s message; it is missed only where a later reading measures from it'],
  [/^reading · text · (year|month|hour|minute|second) one less/, 'a clock that stands before its baseline shows 0s by contract, and a first duration of unavailable has nothing to be compared with'],
  [/^reading · text · another zone of the same offset/, 'the same instant, as it is written in another zone'],
  [/^reading · time · one (more|less)/, 'less than the second that display loses'],
  [/^reading · time · an hour more/, 'a pause between sampling and storing breaks no rule; it shows only where a later reading measures from the row'],
  [/^reading · data · one member more|^reading · data\.content\[\] · one member more/, 'members that no host reads'],
  [/^\S+ · data · one member more/, 'members that no host reads'],
  [/^reading · data\.id/, 'no reading refers to another by id; a host refuses to restore a message without one'],
  [/^reading · data\.role · gone/, 'the first hosts stored no role'],
  [/^header · (id|createdAt|cwd|delegationDepth)/, 'says where the session belongs, nothing about readings'],
  [/^header · version · one more/, 'the next format is a known one, too'],
  [/^acceptance · data\.(target|start|inserted\[\]\.(role|content|source))/, 'whose queue, and what the message says, has no part in when it was accepted'],
  [/^acceptance · data\.inserted · its first twice/, 'one message twice is accepted once'],
  [/^acceptance · data\.inserted\[\] · one member more/, 'members that no host reads'],
  [/^(acceptance|prompt) · (time|data\.id|data\.inserted)/, 'nothing measures from it: the turn’s first step has no reading, or a message that came later counts'],
  [/^(acceptance|claim|prompt|turn\/start|step\/start|step\/end|turn\/end|assistant\/message|tool\/result) · time · (one|an hour) (more|less)/, 'no duration depends on it, or by less than the second that display loses'],
  [/^claim · data/, 'an acceptance is remembered until the step’s rows have landed, whatever the claim says'],
  [/^turn\/start · data\.turn · (one|an hour) (more|less)/, 'where a step is open, its own row names the turn'],
  [/^step\/start · data\.(turn|step)/, 'the step has no reading that could disagree'],
  [/^turn\/end · the row · dropped/, 'the last row of the log: a turn that was cut short is no fault'],
  [/^(turn|step)\/end · data/, 'an end closes what is open, whatever it is called'],
  [/^prompt · (data\.(content|source|role)|surfaceOp)/, 'what the prompt says has no part in when it was accepted'],
  [/^assistant\/message · (data|surfaceOp|sourceEventSeqs)/, 'what the model says has no part in the time'],
  [/^tool\/result · (data|surfaceOp|sourceEventSeqs)/, 'what a tool says has no part in the time'],
  [/^summary · /, 'a summary is no baseline, and here a message that came later counts'],
  [/^(assistant\/chunk|tool\/call|request\/context|request\/header|session\/end-seed|compaction\/\w+) · (time · (one|an hour)|data)/, 'says nothing about time'],
]
