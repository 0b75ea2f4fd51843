import type { Message } from '#contract/messages.ts'
import { entryOf, newestFirst, type Entry } from './entry.ts'
import { createForms, type Forms } from './forms.ts'

/** Messages for tests: what is not said is ordinary. */
export const message = (messageId: number, rest: Partial<Message> = {}): Message => ({
  messageId,
  time: 1_700_000_000 + messageId,
  userId: 1,
  image: null,
  userName: 'Mirela S.',
  text: `Message number ${messageId}`,
  ...rest,
})

/** Many with one text, `every` seconds apart, from as many posters as asked for. @param ids of the first one */
export const repeatedly = (text: string, { id = 1, count = 10, every = 5, posters = 1, time = 1_700_000_000 } = {}): Message[] =>
  Array.from({ length: count }, (_, index) =>
    message(id + index, { text, time: time + index * every, userId: index % posters, userName: `poster ${index % posters}` }),
  )

/** Newest first, with their forms. */
export function entriesOf(messages: Message[]): { entries: Entry[]; forms: Forms } {
  const forms = createForms()
  return { entries: messages.map((one) => entryOf(one, forms.of(one.text))).toSorted(newestFirst), forms }
}
