import type { Entry } from './entry.ts'

/** What of the record can be taken back. */

const gone = 'Deleted messages cannot be brought back.'
const heard = 'What went out to the chat cannot be called back.'

const final: Partial<Record<Entry['act'], string>> = {
  chatCreate: 'To take it back, delete the chat.',
  chatDuplicate: 'To take it back, delete the new chat.',
  chatDelete: 'A deleted chat cannot be brought back.',
  messageSend: heard,
  messageDelete: gone,
  messageDeleteSome: gone,
  messageDeleteAll: gone,
  pollCreate: 'To take it back, delete the poll.',
  pollDelete: 'A deleted poll cannot be brought back.',
  pollReset: 'Votes that were reset are gone.',
  pollResend: heard,
  pollPublish: heard,
  currencySet: 'A currency can be set only once.',
}

/** `yes`, `nothing` where nothing was changed, else the reason why it cannot be taken back, as a sentence. */
export function undoable({ act, kind, outcome, changes }: Entry): 'yes' | 'nothing' | { because: string } {
  if (outcome === 'refused' || outcome === 'unsent') return 'nothing'
  if (act === 'job') return { because: kind === 'messages' ? gone : 'Many steps at once cannot be undone from here.' }
  const because = final[act]
  if (because !== undefined) return { because }
  if (act === 'banCreate' || act === 'banLift' || act === 'banLiftRange') return 'yes'
  if (changes.some(({ name, before }) => name !== 'send' && before !== undefined)) return 'yes'
  return changes.length === 0 ? 'nothing' : { because: 'What was there before is not known.' }
}
