import type { RecordKind, RecordValue } from '#contract/gateway/record-kinds.ts'
import { equal } from '#engine/saving/equal.ts'
import { conflictsOf, pick, type Conflict, type Edits, type Fields, type NameOf } from '#engine/saving/three-way.ts'
import { staleEntries, type RecordEntry } from './record-entry.ts'
import { writeRecords } from './records.ts'

interface FieldSave<K extends RecordKind, T> {
  kind: K
  chatId: number | null
  key: string
  /** The record that the edits are based on; null = there was none. */
  before: RecordEntry<K> | null
  edits: Edits<T>
  /** The fields of a record that does not exist. */
  blank: T
  /** Where the value of the kind is not these fields: how one becomes the other. */
  as?: { fields: (value: RecordValue<K>) => T; value: (fields: T) => RecordValue<K> }
  /** Asks about fields that somebody else changed as well. Resolves to the names for which mine wins, or to null to save nothing. */
  choose: (conflicts: Conflict<T>[]) => Promise<NameOf<T>[] | null>
}

/**
 * Saves the edited fields of a record (three-way merge): what somebody else changed in other fields stays, and about the same fields the person is
 * asked. A record whose fields are all as in `blank` is deleted. Resolves to whether it was saved. Rejects with a Failure.
 */
export async function saveFields<K extends RecordKind, T extends Fields>(save: FieldSave<K, T>): Promise<boolean> {
  const { kind, chatId, key, blank, choose } = save
  // The other kinds that are saved by field have these fields as their value.
  const { fields: toFields, value: toValue } = save.as ?? {
    fields: (value: RecordValue<K>) => value as unknown as T,
    value: (fields: T) => fields as unknown as RecordValue<K>,
  }
  const fieldsOf = (record: RecordEntry<K> | null) => (record ? toFields(record.value) : blank)
  let { before } = save
  let { base, changes } = save.edits
  for (;;) {
    const fields = { ...fieldsOf(before), ...changes }
    const isBlank = Object.keys(blank).every((name) => equal(fields[name], blank[name]))
    try {
      await writeRecords(kind, [{ chatId, key, before, value: isBlank ? null : toValue(fields) }])
      return true
    } catch (error) {
      const [stale] = staleEntries(kind, error) ?? []
      if (!stale) throw error
      before = stale.stored
      const theirs = fieldsOf(before)
      const conflicts = conflictsOf({ base, changes }, theirs)
      const mine = conflicts.length > 0 ? await choose(conflicts) : []
      if (mine === null) return false
      const givenUp = new Set(conflicts.map(({ name }) => name).filter((name) => !mine.includes(name)))
      changes = pick(changes, (name) => !givenUp.has(name))
      // The person chose against these values; whatever changes after this is asked about again.
      base = theirs
    }
  }
}
