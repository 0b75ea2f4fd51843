import { createHash, randomUUID } from 'node:crypto'
import { pollDelete } from '#contract/polls.ts'
import { chatParams } from '#contract/values.ts'
import { UsageError, checked } from '../usage-error.ts'
import type { Connection } from '../connection.ts'
import { type FoundMessage, MessageIds, TimeRange, deleteFound, findMessages, resultOf } from '../delete-messages.ts'
import type { CommandResult } from '../own-command.ts'

/**
 * What cannot be undone takes two steps: a plan, which says exactly what would be gone, and a confirmation, which carries it out only while all of that is
 * still as it was planned.
 */

type Values = Readonly<Record<string, unknown>>

/** Something that cannot be undone. `Content`: what would be gone, as it is now. */
interface Planner<Content = unknown> {
  /** Throws a UsageError where there is nothing to do. */
  read: (connection: Connection, values: Values) => Promise<{ content: Content; count: number; what: string }>
  carryOut: (connection: Connection, values: Values, content: Content) => Promise<CommandResult>
}

/** Nothing interrupts an assistant's deletion, and nobody sees its progress. */
const runOf = (connection: Connection) => ({ connection, interrupted: () => new AbortController().signal, onProgress: () => {} })

const pollIn = (values: Values) => checked(pollDelete.params!, { chatId: values['chatId'], pollId: values['pollId'] })

/** A change that takes the votes of a poll. */
const ofPoll = (what: string, change: (connection: Connection, params: ReturnType<typeof pollIn>) => Promise<unknown>): Planner => ({
  read: async ({ call }, values) => {
    const { chatId, pollId } = pollIn(values)
    const { data } = await call('pollList', { params: { chatId } })
    const poll = data.find(({ id }) => id === pollId)
    if (!poll) throw new UsageError(`There is no poll ${pollId} in this chat.`)
    return { content: poll, count: poll.answer1count + poll.answer2count + poll.answer3count + poll.answer4count, what }
  },
  carryOut: async (connection, values) => {
    await change(connection, pollIn(values))
    return { outcome: 'done', data: { done: true } }
  },
})

const deletion: Planner<FoundMessage[]> = {
  read: async (connection, values) => {
    const { chatId } = checked(chatParams, { chatId: values['chatId'] })
    const ids = new Set(checked(MessageIds, values['messageIds']))
    if (ids.size > maxPlannedMessages) throw new UsageError(`A plan has at most ${maxPlannedMessages} messages.`)
    const content = await findMessages(runOf(connection), chatId, ids, checked(TimeRange, { from: values['from'], to: values['to'] }))
    if (content.length === 0) throw new UsageError('None of these messages is in the chat.')
    return { content, count: content.length, what: 'messages are deleted for good' }
  },
  carryOut: async (connection, { chatId }, found) => {
    return resultOf(await deleteFound(runOf(connection), Number(chatId), found), [])
  },
}

/** What an assistant can show to a person. */
const maxPlannedMessages = 500

/** By the name of the command as a tool. */
const planners: Readonly<Record<string, Planner>> = {
  // Each gets the content that it has read itself.
  messages_delete: deletion as Planner,
  polls_delete: ofPoll('votes are deleted for good, with their poll', ({ call }, params) => call('pollDelete', { params })),
  polls_reset: ofPoll('votes are deleted for good', async ({ call, isOwnService }, params) => {
    await isOwnService()
    await call('pollReset', { params })
  }),
}

export const isPlanned = (tool: string): boolean => Object.hasOwn(planners, tool)

interface Plan {
  tool: string
  values: Values
  /** SHA-256 of the content. */
  digest: string
  /** Milliseconds. */
  expires: number
}

export const planMinutes = 10
const maxPlans = 50

const digestOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** Keeps plans in memory, for the process of one assistant. @param nowMs milliseconds */
export function createPlans(connection: Connection, nowMs: () => number = Date.now) {
  const plans = new Map<string, Plan>()

  return {
    /** Reads what would be gone. Changes nothing. */
    make: async (tool: string, values: Values) => {
      const { content, count, what } = await planners[tool]!.read(connection, values)
      const planId = randomUUID()
      const expires = nowMs() + planMinutes * 60_000
      // The oldest goes first: a Map keeps the order of insertion.
      if (plans.size >= maxPlans) plans.delete(plans.keys().next().value!)
      plans.set(planId, { tool, values, digest: digestOf(content), expires })
      return { planId, effect: `${count} ${what}`, count, expiresAt: new Date(expires).toISOString(), content }
    },

    /** Carries out a plan, once. Throws a UsageError, with nothing done, unless all of it is as it was planned. */
    confirm: async (planId: string): Promise<CommandResult> => {
      const plan = plans.get(planId)
      plans.delete(planId)
      if (!plan) throw new UsageError('There is no such plan, or it was confirmed already. Nothing was done.')
      if (plan.expires <= nowMs()) throw new UsageError('This plan has expired. Nothing was done. Make a new plan.')
      const { tool, values, digest } = plan
      const planner = planners[tool]!
      const { content } = await planner.read(connection, values).catch((error: unknown) => {
        throw error instanceof UsageError ? new UsageError(`${error.message} ${changed}`) : error
      })
      if (digestOf(content) !== digest) throw new UsageError(changed)
      return planner.carryOut(connection, values, content)
    },
  }
}

const changed = 'What the plan names has changed since. Nothing was done. Make a new plan.'
