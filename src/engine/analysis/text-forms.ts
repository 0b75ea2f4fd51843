import { createSimilarityGroups } from './similarity.ts'
import { isCommonplace, normalForm } from './normal-form.ts'

/** Numbers the normal forms of all messages. */
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
      const number = numbers.size
      numbers.set(form, number)
      commonplace.push(isCommonplace(form))
      // Commonplace texts are too short to be compared by similarity.
      groups.push(commonplace[number] ? number : groupOf(form, number))
      return number
    },
    /** The same number for all similar forms. */
    group: (form: number): number => groups[form] ?? form,
    isCommonplace: (form: number): boolean => commonplace[form] ?? false,
  }
}

export type TextForms = ReturnType<typeof createTextForms>
