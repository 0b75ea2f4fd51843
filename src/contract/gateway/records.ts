import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, itemResponse, key, listResponse, pathId, text } from '../values.ts'
import { recordKindNames } from './record-kinds.ts'

/** Records: the memory that everybody in an account shares. Which right each kind needs is declared in record-kinds.ts. */

const Kind = z.enum(recordKindNames)

export const StoredRecord = z.object({
  /** null: of the account. */
  chatId: z.nullable(id),
  key,
  /** Grows with every change in the account and is never used twice, also not after a deletion. */
  version: z.number(),
  value: z.unknown(),
  /** What the person may not see of the value is left out, so they cannot save it. */
  isReduced: z.optional(z.literal(true)),
  /** Unix seconds. */
  changedAt: z.number(),
  /** The name of the person; '' = whoever signed in with the account's token. */
  changedBy: z.string(),
})
export type StoredRecord = z.output<typeof StoredRecord>

const RecordChange = z.object({
  chatId: z.nullable(id),
  key,
  /** The version that the change is based on; 0 = there is no such record yet. */
  version: z.number().check(z.int(), z.nonnegative()),
  /** null deletes the record. */
  value: z.unknown(),
})
export type RecordChange = z.output<typeof RecordChange>

/** In one request. */
export const maxRecordChanges = 500

/** Of one page of a list. */
export const maxPageRecords = 500

/** The code of the refusal, with status 409, when an account has too many records. */
export const recordLimitCode = 'record_limit'

/** Records that are stored with another value than the one in the request, by their index in it. null: it was deleted by now. */
export const StaleRecords = z.array(z.object({ index: z.number(), stored: z.nullable(StoredRecord) }))
export type StaleRecords = z.output<typeof StaleRecords>

/** A chat and a key. */
const maxAfterLength = 250

export const records = {
  recordList: endpoint('GET /records/{kind}', 'signed-in', 'List the records of a kind', {
    description:
      'Those of one chat, or all that the person may see, in pages: `after` is the `next` of the page before, which is null in the last one. A page can be empty and not the last.',
    params: z.object({ kind: Kind }),
    query: z.object({ chatId: z.optional(pathId), after: z.optional(text(maxAfterLength)) }),
    response: z.extend(listResponse(StoredRecord), { next: z.nullable(z.string()) }),
  }),
  recordsWrite: endpoint('POST /records/{kind}', 'signed-in', 'Write and delete records of a kind', {
    description:
      'All changes or none. Each names the version that it is based on; if another one is stored by now, the answer is 412 with the stored records. Repeating a change that was stored has no effect.',
    params: z.object({ kind: Kind }),
    body: z.object({ changes: z.array(RecordChange).check(z.minLength(1), z.maxLength(maxRecordChanges)) }),
    /** The records as they are stored now, in the order of the changes; null where one was deleted. */
    response: itemResponse(z.array(z.nullable(StoredRecord))),
  }),
}
