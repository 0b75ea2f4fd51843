import type { hours } from '#contract/gateway/hours.ts'
import { equal } from '#db/equal.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { standingOf } from '../worker/budget.ts'
import { lateAfterMs } from './hours-task.ts'
import { readMemory, writeMemory, planAgain, presetOver } from './plan-hours.ts'

/** What became of the opening hours of a chat, and what to do about what somebody else changed. */
export function hoursHandlers(options: HandlerOptions): GatewayHandlers<typeof hours> {
  const { database, nowMs } = options
  const { query } = database

  return {
    hoursRead: async ({ params: { chatId }, workspace }) => {
      const planned = await query
        .selectFrom('planned_action')
        .select('due')
        .where(equal({ workspace, kind: 'hours' }))
        .where('key', 'like', `${chatId}@%`)
        .orderBy('due')
        .execute()
      const now = nowMs()
      const { question } = await readMemory(query, workspace, chatId)
      return {
        status: true,
        data: {
          standing: (await standingOf(query, workspace)).standing,
          next: planned.find(({ due }) => due > now)?.due ?? null,
          lateSince: planned.find(({ due }) => due < now - lateAfterMs)?.due ?? null,
          question,
          preset: await presetOver(query, workspace, chatId),
        },
      }
    },

    hoursDecide: async ({ params: { chatId }, body: { choice }, workspace }) => {
      await database.transaction(async (trx) => {
        const { question, held } = await readMemory(trx, workspace, chatId)
        if (choice === 'follow') await writeMemory(trx, workspace, chatId, { follows: true })
        else {
          const theirs = Object.fromEntries((question?.values ?? []).map(({ setting, theirs: value }) => [setting, value]))
          await writeMemory(trx, workspace, chatId, { question: null, held: held && { ...held, ...theirs } })
        }
        if (choice === 'follow') await planAgain(trx, nowMs, workspace, chatId)
      })
      return { status: true }
    },
  }
}
