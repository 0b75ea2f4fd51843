import type { Message } from '#contract/messages.ts'
import { indexMessage, newestFirst, type IndexedMessage } from './indexed-message.ts'
import { createTextForms, type TextForms } from './text-forms.ts'

/** A message for tests, with defaults. */
export const message = (messageId: number, rest: Partial<Message> = {}): Message => ({
  messageId,
  time: 1_700_000_000 + messageId,
  userId: 1,
  image: null,
  userName: 'Mirela S.',
  text: `Message number ${messageId}`,
  ...rest,
})

/** Messages with the same text, `every` seconds apart, by `authors` different authors. @param id of the first one */
export const repeatedly = (text: string, { id = 1, count = 10, every = 5, authors = 1, time = 1_700_000_000 } = {}): Message[] =>
  Array.from({ length: count }, (_, index) =>
    message(id + index, { text, time: time + index * every, userId: index % authors, userName: `author ${index % authors}` }),
  )

/** The indexed messages, newest first, and their normal forms. */
export function entriesOf(messages: Message[]): { entries: IndexedMessage[]; forms: TextForms } {
  const forms = createTextForms()
  return { entries: messages.map((one) => indexMessage(one, forms.of(one.text))).toSorted(newestFirst), forms }
}
