import { NotCheckedNote, NotSaved } from './change-notes.tsx'
import type { Fields } from '#engine/saving/three-way.ts'
import type { Saving } from './use-saving.ts'

/** Why the last save failed, or that it could not be checked. */
export function SaveNotes<T extends Fields>({ saving }: { saving: Saving<T> }) {
  const { unchecked, busy, error, checkAgain } = saving
  return (
    <>
      {unchecked && <NotCheckedNote save={unchecked} busy={busy} onCheck={checkAgain} />}
      {error !== null && <NotSaved error={error} kept="Your edits are kept." />}
    </>
  )
}
