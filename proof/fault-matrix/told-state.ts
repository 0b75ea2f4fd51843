/** What a page may say about an action that it does not report as done. Each state has sentences of its own, and none of another state. */
type ToldState = 'not done' | 'not known' | 'in progress'

interface Sentences {
  /** One of them tells the state. */
  state: RegExp
  /** Each of them is part of telling it well. */
  also: readonly RegExp[]
}

const mayBeDone = /\bmay (have been|have failed|be (saved|deleted|online|done)|still arrive)|could not be read/i

const sentences: Record<ToldState, Sentences> = {
  // A dialog, a form, the currency, a message that was looked for, the ban box; or a receipt that counts nothing as unknown.
  'not done': {
    state:
      /\bNot (saved|done|set|posted)\b[^.]*\.|Not everything was banned\.|It is not (in the chat|among the last [\d,]+ messages)|^0 of \d+ .*Not deleted [1-9]\d* Unknown 0\b/,
    also: [],
  },
  'not known': {
    state: /Not confirmed\.|did not confirm it, so it may have been posted|Outcome unknown\.|\bUnknown [1-9]/,
    also: [/check|look|Unknown [1-9]/i],
  },
  'in progress': { state: /retried automatically\.|Resume to continue/, also: [] },
}

/**
 * Problems of what a page said when an action was not reported as done; none: it told the truth, and what to do next.
 * @param words all alerts about the action
 * @param effects how often the service did it
 * @param isRefused the service said no, so that nothing is left to find out
 * @param canRetry the button of the action can be pressed again
 */
export function problemsOf(
  words: string,
  { effects, isRefused, canRetry }: { effects: number; isRefused: boolean; canRetry: boolean },
): string[] {
  const text = words.replaceAll(/\s+/g, ' ').trim()
  const told = (Object.keys(sentences) as ToldState[]).filter((state) => sentences[state].state.test(text))
  const [state] = told
  if (state === undefined || told.length > 1) return [`it tells ${told.join(' and ') || 'no state'}: ${text}`]
  const problems = sentences[state].also.filter((sentence) => !sentence.test(text)).map((sentence) => `it lacks ${sentence}: ${text}`)
  if (state === 'not done') {
    if (effects > 0) problems.push(`it says that nothing was done, which was done ${effects} times: ${text}`)
    if (mayBeDone.test(text)) problems.push(`it says that nothing was done, and that something may have been: ${text}`)
    if (!/\bagain\b|next try|anew/i.test(text) && !canRetry) problems.push(`there is no way to try again: ${text}`)
  }
  if (state === 'not known') {
    if (!mayBeDone.test(text) && !/\bUnknown [1-9]/.test(text)) problems.push(`it does not say that it may have been done: ${text}`)
    if (isRefused) problems.push(`the service said no, and the page calls it not known: ${text}`)
  }
  return problems
}
