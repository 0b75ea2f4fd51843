import { createSimilarityGroups } from './similarity.ts'
import { isCommonplace, normalForm } from './normal-form.ts'

/** The normal forms of all messages that came, each a small number. */
export function createTextForms() {
  const numbers = new Map<string, number>()
  const groups: number[] = []
  const commonplace: boolean[] = []
  const groupOf = createSimilarityGroups()

  return {
    /** The number of a text's normal form. */
    of: (text: string): number => {
      const form = normalForm(text)
      const known = numbers.get(form)
      if (known !== undefined) return known
      const fresh = numbers.size
      numbers.set(form, fresh)
      commonplace.push(isCommonplace(form))
      // What everybody says is too short to be like something else.
      groups.push(commonplace[fresh] ? fresh : groupOf(form, fresh))
      return fresh
    },
    /** The same number for all forms that are almost equal. */
    group: (form: number): number => groups[form] ?? form,
    isCommonplace: (form: number): boolean => commonplace[form] ?? false,
  }
}

export type TextForms = ReturnType<typeof createTextForms>
