/**
 * Whether a stored log holds what it should: was the model really told the right time? Check a log
 * row by row or whole, and say each finding in a sentence.
 *
 * @module
 */

export { Checker, checkLog, type CheckOptions, type Verdict } from './core/check.js'
export { RULE_IDS, RULES, sentence, type Finding, type Rule, type RuleId, type Severity, type Use } from './core/rules.js'
