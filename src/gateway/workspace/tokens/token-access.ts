import type { WorkspaceName } from '#contract/workspace/api.ts'

/**
 * Which of the gateway's own endpoints a scoped token may use, as far as its role includes them. What is missing is refused: people, tokens, sessions,
 * sign-ins, whatever needs a confirmation, and what belongs to a person, such as records and notices.
 */
const forTokens: ReadonlySet<WorkspaceName> = new Set([
  'ownTokenRead',
  'limitsRead',
  // Presets are records; which other kinds are read is decided by their rights.
  'recordList',
  'presetOnList',
  'presetUseList',
  'presetPreview',
  'presetTurnOn',
  'presetRetry',
  'presetExtend',
  'presetEndPreview',
  'presetEnd',
  'auditList',
  'auditCount',
  'auditRead',
])

export const isForTokens = (name: WorkspaceName): boolean => forTokens.has(name)
