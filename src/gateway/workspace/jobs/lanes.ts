import type { ExpressionBuilder } from 'kysely'
import type { JobKind } from '#contract/workspace/jobs.ts'
import type { SessionTables } from '../../session/tables.ts'

/**
 * The jobs of an account run one after the other, but a preset waits for nothing, because it may be a lockdown: in each chat the lock of presets
 * (presets/chat-lock.ts) sees to it that one at a time changes it.
 */
const presetKinds = ['preset-on', 'preset-end'] as const satisfies JobKind[]

export const isPresetJob = (kind: JobKind): boolean => presetKinds.some((one) => one === kind)

/** Of one account in one gateway: others have jobs too. */
const maxPresetsAtOnce = 3

/** Whether a job may begin beside those of its account that run here. */
export const hasRoom = (kind: JobKind, running: readonly JobKind[]): boolean =>
  isPresetJob(kind) ? running.filter(isPresetJob).length < maxPresetsAtOnce : running.every(isPresetJob)

/** Of the same lane as this kind. */
export const ofLane = (kind: JobKind) => (is: ExpressionBuilder<SessionTables, 'job'>) =>
  is('kind', isPresetJob(kind) ? 'in' : 'not in', presetKinds)

/** All but the presets of these accounts, which have no room for more here: they would leave none for others. @param accounts at least one */
export const butPresetsOf = (accounts: readonly string[]) => (is: ExpressionBuilder<SessionTables, 'job'>) =>
  is.or([is('kind', 'not in', presetKinds), is('workspace', 'not in', accounts)])

/** Whether a job waits for the other one. */
export const waitsForOther = (is: ExpressionBuilder<SessionTables & { other: SessionTables['job'] }, 'job' | 'other'>) =>
  is.and([is('job.kind', 'not in', presetKinds), is('other.kind', 'not in', presetKinds)])
