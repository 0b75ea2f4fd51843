import type { Chat } from '#contract/chats.ts'
import type { ChatHours } from '#contract/hours/timetable.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { type RecordEntry, staleEntries } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery, writeRecords } from '#dashboard/platform/records/records.ts'
import { ownZone } from '#dashboard/ui/format/time-of-day.ts'
import type { SaveTarget } from '#engine/saving/three-way.ts'
import { fieldsOf, type HoursFields, hoursNames, hoursOf } from './hours-fields.ts'

export type HoursEntry = RecordEntry<'chat-hours'>
/** The key of the only timetable that a chat has. */
const key = 'hours'

/** The fields with the record that a save is based on. */
export type HeldHours = HoursFields & { record: HoursEntry | null }

/** @param chat whose own offline message and contact form a new timetable begins with */
export function heldHours(record: HoursEntry | null, chat: Pick<Chat, 'offlineMessage' | 'offlineShowForm'>): HeldHours {
  const blank = { isOn: false, zone: ownZone(), week: [], exceptions: [], message: chat.offlineMessage, showForm: chat.offlineShowForm }
  return { ...fieldsOf(record?.value ?? blank), record }
}

const readRecord = async (chatId: number): Promise<HoursEntry | null> =>
  (await queryClient.fetchQuery({ ...recordsQuery('chat-hours', chatId), staleTime: 0 }))[0] ?? null

export const hoursTarget = (chat: Chat): SaveTarget<HoursFields, HeldHours, ChatHours> => ({
  names: hoursNames,
  read: async () => heldHours(await readRecord(chat.id), chat),
  bodyOf: ({ record, ...fresh }, changes) => {
    const hours = hoursOf({ ...fresh, ...changes }, record?.value.openUntil ?? null)
    if (!hours) throw new TypeError('The form saves valid edits only')
    return hours
  },
  write: (value, { record }) => writeRecords('chat-hours', [{ chatId: chat.id, key, before: record, value }]),
})

/** How often somebody may save in between. */
const maxAttempts = 10

/** Keeps the chat open until then, whatever its timetable says; null ends that. Rejects with a Failure. @param at milliseconds */
export async function openUntil(chatId: number, at: number | null): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = await readRecord(chatId)
    if (!before) return
    try {
      await writeRecords('chat-hours', [{ chatId, key, before, value: { ...before.value, openUntil: at } }])
      return
    } catch (error) {
      if (!staleEntries('chat-hours', error) || attempt === maxAttempts) throw error
    }
  }
}
