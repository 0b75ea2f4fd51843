import type { RecordKind } from '#contract/gateway/record-kinds.ts'
import { bigint, integer, orNull, table, text, textOf } from '#db/tables.ts'

/** The records of an account (contract/gateway/record-kinds.ts). `workspace` is the account's identity. Times are Unix seconds. */
export const recordTables = {
  record: table(['workspace', 'kind', 'chat_id', 'key'], {
    workspace: text,
    kind: textOf<RecordKind>(),
    /** 0 = of the account. */
    chat_id: bigint,
    key: text,
    /** The number of the change in the account that wrote it. */
    version: bigint,
    /** JSON. */
    value: text,
    changed_at: bigint,
    /** The id of the person; null = whoever signed in with the account's token. */
    changed_by: orNull(text),
  }),
  /** One row per account. Every transaction that changes records updates it first, so that it serves as their lock. */
  record_total: table(['workspace'], {
    workspace: text,
    /** The number of the last change. */
    version: bigint,
  }),
  /** What each writer stores of each kind: who wrote a record last has its share. */
  record_share: table(['workspace', 'kind', 'writer'], {
    workspace: text,
    kind: textOf<RecordKind>(),
    /** `changed_by` of the records; '' = whoever signed in with the account's token. */
    writer: text,
    records: integer,
    /** Of the values in UTF-8. */
    bytes: bigint,
  }),
}
