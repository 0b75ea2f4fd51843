import { byteLength } from '#contract/values.ts'
import { recordKind, type RecordKind } from '#contract/workspace/record-kinds.ts'
import { fieldErrors, invalid } from '#http/refusal.ts'

interface SentRecord {
  kind: RecordKind
  chatId: number | null
  key: string
  /** null: it is deleted. */
  value: unknown
}

/** A record whose value has the form of its kind. */
export interface ParsedRecord extends SentRecord {
  /** The value in its one form, by which values are compared; null: it is deleted. */
  json: string | null
}

export const placeOf = ({ kind, chatId, key }: Pick<SentRecord, 'kind' | 'chatId' | 'key'>) => `${kind} ${chatId ?? 0} ${key}`

/** Throws a Refusal that names the records which are not valid. */
export function parsedRecords(records: SentRecord[]): ParsedRecord[] {
  const places = new Set<string>()
  return records.map((record, index) => {
    const { value: schema, scope, maxBytes } = recordKind(record.kind)
    const refuse = (message: string) => invalid({ [`records.${index}`]: [message] })
    if ((scope === 'chat') !== (record.chatId !== null)) throw refuse(scope === 'chat' ? 'needs a chat' : 'must not name a chat')
    const place = placeOf(record)
    if (places.has(place)) throw refuse('is in the request twice')
    places.add(place)
    if (record.value === null) return { ...record, json: null }
    const parsed = schema.safeParse(record.value)
    if (!parsed.success) throw invalid(fieldErrors({ [`records.${index}`]: parsed.error.issues }))
    const json = JSON.stringify(parsed.data)
    if (byteLength(json) > maxBytes) throw refuse(`must have at most ${maxBytes} bytes`)
    return { ...record, value: parsed.data, json }
  })
}
