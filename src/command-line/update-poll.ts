import { PollDraft, textsToUpdate, pollUpdate } from '#contract/polls.ts'
import { fieldsOf } from './fields.ts'
import type { OwnCommand } from './own-command.ts'
import { checked } from './checked.ts'
import { UsageError } from './usage-error.ts'

const fields = fieldsOf(pollUpdate).map((field) => (field.place === 'body' ? { ...field, isRequired: false } : field))

/** An update replaces all texts of a poll (docs/assumptions.md row 8), so those that are not named are sent as they are. */
export const updatePoll: OwnCommand = {
  summary: pollUpdate.summary,
  description: 'What is not named stays as it is. An answer that is emptied loses its votes.',
  right: pollUpdate.right,
  isWrite: true,
  fields,
  run: async ({ connection: { call }, values: { chatId, pollId, ...changes } }) => {
    const params = checked(pollUpdate.params!, { chatId, pollId })
    const { data } = await call('pollList', { params: { chatId: params.chatId } })
    const poll = data.find(({ id }) => id === params.pollId)
    if (!poll) throw new UsageError(`There is no poll ${params.pollId} in this chat.`)
    const { question, answer1, answer2, answer3, answer4 } = poll
    const body = checked(PollDraft, { question, answer1, answer2, answer3, answer4, ...changes })
    await call('pollUpdate', { params, body: textsToUpdate(body, poll) })
    return { outcome: 'done', data: { done: true }, text: 'Done.' }
  },
}
