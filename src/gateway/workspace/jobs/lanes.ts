import type { ExpressionBuilder } from 'kysely'
import type { JobKind } from '#contract/workspace/jobs.ts'
import type { SessionTables } from '../../session/tables.ts'

/** The jobs of an account run one after the other, but a preset does not wait for anything else: it may be a lockdown. */
export const presetKinds = ['preset-on', 'preset-end'] as const satisfies JobKind[]

export const isPresetJob = (kind: JobKind): boolean => presetKinds.some((one) => one === kind)

export const isSameLane = (one: JobKind, other: JobKind): boolean => isPresetJob(one) === isPresetJob(other)

const operatorOf = (isPreset: boolean) => (isPreset ? 'in' : 'not in')

/** Of jobs that wait for one of this kind. */
export const ofLane = (kind: JobKind) => (is: ExpressionBuilder<SessionTables, 'job'>) =>
  is('kind', operatorOf(isPresetJob(kind)), presetKinds)

/** Whether a job and the other one wait for one another. */
export const isLaneOfOther = (is: ExpressionBuilder<SessionTables & { other: SessionTables['job'] }, 'job' | 'other'>) =>
  is.or(
    [true, false].map((isPreset) =>
      is.and([is('job.kind', operatorOf(isPreset), presetKinds), is('other.kind', operatorOf(isPreset), presetKinds)]),
    ),
  )
