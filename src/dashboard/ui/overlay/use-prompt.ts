import { useEffect, useState } from 'react'

/**
 * A question that work under way puts to the person: what is asked now, for the dialog, and the way to ask.
 * @param unanswered the answer when the component goes before there is one: nobody waits for ever
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
