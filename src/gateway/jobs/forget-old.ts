import { equal } from '#db/equal.ts'
import type { Query } from '../database/database.ts'
import { forgetOutcomes } from './chat-outcomes.ts'
import { isPresetJob, ofLane } from './start-job.ts'
import type { PresetPort } from './preset-port.ts'

/** What ended jobs came to is kept for so long, and of so many of an account. */
const keptMs = 30 * 24 * 60 * 60_000
const maxEnded = 50
/** With the end of a preset goes what it has not put back. */
const maxEndedPresets = 500
const forgottenAtOnce = 50

interface Options {
  query: Query
  presetPort: Pick<PresetPort, 'forget'>
  nowMs: () => number
}

/** What is left of a job may be long, and anybody who may delete starts as many as they like. */
export async function forgetOld({ query, presetPort, nowMs }: Options, workspace: string): Promise<void> {
  const ended = () => query.selectFrom('job').select(['id', 'kind']).where('workspace', '=', workspace).where('phase', '=', 'ended')
  const old = await ended()
    .where('at', '<', nowMs() - keptMs)
    .limit(forgottenAtOnce)
    .execute()
  const tooMany = await Promise.all(
    (['messages-delete', 'preset-end'] as const).map((kind) =>
      ended()
        .where(ofLane(kind))
        .orderBy('at', 'desc')
        .offset(isPresetJob(kind) ? maxEndedPresets : maxEnded)
        .limit(forgottenAtOnce)
        .execute(),
    ),
  )
  for (const { id, kind } of [...old, ...tooMany.flat()]) {
    const job = () => query.selectFrom('job').select(['kind', 'input', 'chats']).where(equal({ workspace, id }))
    const preset = isPresetJob(kind) ? await job().executeTakeFirst() : undefined
    // Somebody may have decided about it in between.
    const { numDeletedRows } = await query
      .deleteFrom('job')
      .where(equal({ workspace, id, phase: 'ended' }))
      .executeTakeFirst()
    if (numDeletedRows === 0n) continue
    await forgetOutcomes(query, workspace, [id])
    if (preset) await presetPort.forget(query, { workspace, ...preset })
  }
}
