import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { Wait } from '#engine/jobs/request-scheduler.ts'
import { driftTask } from '../workspace/drift/task.ts'
import type { Recorder } from '../metrics/recorder.ts'
import type { GatewayDatabase } from '../workspace/handler.ts'
import type { Notify } from '../workspace/notifications/notify.ts'
import type { Matching } from '../workspace/rules/matching/matching.ts'
import { presetTask } from '../workspace/presets/preset-task.ts'
import type { PresetPort } from '../workspace/jobs/preset-port.ts'
import { hoursTask } from '../workspace/hours/hours-task.ts'
import { rulesTask } from '../workspace/rules/work/rules-task.ts'
import type { Planner } from './planner.ts'
import type { Tasks } from './task.ts'

/** What the tasks need in addition to the `Work` of each action. */
export interface TaskOptions {
  database: GatewayDatabase
  planner: Planner
  presetPort: Pick<PresetPort, 'of' | 'forget'>
  log: Logger
  notify: Notify
  matching: Matching
  nowMs: () => number
  /** The time of the database, for leases. */
  leaseNow: () => RawBuilder<number>
  /** Milliseconds of the monotonic clock. */
  monotonicMs: () => number
  wait: Wait
  recorder?: Recorder
}

/** The tasks by kind. Actions of a missing kind stay planned. */
export const createTasks = (options: TaskOptions): Partial<Tasks> => ({
  preset: presetTask(options),
  drift: driftTask(options),
  hours: hoursTask(options),
  rules: rulesTask(options),
})
