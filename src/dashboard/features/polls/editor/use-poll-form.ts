import { useForm } from 'react-hook-form'
import { problemsOf, tidy } from '../draft.ts'
import type { PollText } from '#engine/polls/poll-text.ts'

/** The form for the text of a poll. draft.ts has the validation rules. */
export const usePollForm = (start: PollText) =>
  useForm<PollText>({
    defaultValues: start,
    resolver: (values) => {
      const problems = Object.entries(problemsOf(values))
      if (problems.length === 0) return { values: tidy(values), errors: {} }
      return { values: {}, errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }])) }
    },
  })
