import { useEffect, useState } from 'react'

/**
 * A question that running work asks the person: the open question, for the dialog, and a function that asks.
 * @param unanswered the answer if the component is unmounted before there is one, so that no promise stays pending
 */
export function usePrompt<Q, A>(unanswered: A) {
  const [asked, setAsked] = useState<{ about: Q; resolve: (answer: A) => void } | null>(null)
  // After an answer this changes nothing.
  useEffect(() => () => asked?.resolve(unanswered), [asked, unanswered])

  const ask = (about: Q) => new Promise<A>((resolve) => setAsked({ about, resolve }))
  const question = asked && {
    about: asked.about,
    answer: (answer: A) => {
      setAsked(null)
      asked.resolve(answer)
    },
  }
  return [question, ask] as const
}
