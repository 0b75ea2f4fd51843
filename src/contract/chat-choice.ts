import { z } from 'zod/mini'
import { id, nameText } from './values.ts'

export const maxChosenChats = 2000

/** The chats of a rule or a preset: all, including those to come, or those with one of the labels and single ones. */
export const ChatChoice = z.union([
  z.literal('all'),
  z.object({
    labels: z.array(nameText(30)).check(z.maxLength(50)),
    chatIds: z.array(id).check(z.maxLength(maxChosenChats)),
  }),
])
export type ChatChoice = z.output<typeof ChatChoice>
