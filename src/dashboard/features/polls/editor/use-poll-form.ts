import { useForm } from 'react-hook-form'
import { problemsOf, tidy, type PollText } from '../draft.ts'

/** The form of a poll's text. Its rules are in draft.ts. */
export const usePollForm = (start: PollText) =>
  useForm<PollText>({
    defaultValues: start,
    resolver: (values) => {
      const problems = Object.entries(problemsOf(values))
      if (problems.length === 0) return { values: tidy(values), errors: {} }
      return { values: {}, errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }])) }
    },
  })
