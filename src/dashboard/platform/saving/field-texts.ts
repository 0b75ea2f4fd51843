import type { NameOf } from '#engine/saving/three-way.ts'

/** How the fields of a form are shown in the dialogs of its saving. */
export interface FieldTexts<T> {
  label: (name: NameOf<T>) => string
  /** A value in words; '' where it is empty. */
  words: (name: NameOf<T>, value: T[NameOf<T>]) => string
}
