import { useUrlView } from '#dashboard/ui/page/url-view.ts'

/** What a moderator looks at, kept in the address. */
export interface View {
  /** A preset or seconds: see time-range.ts. */
  range: string
  text: string
  isRegexp: boolean
  /** A poster's key. */
  poster: string | null
  hasLink: boolean
  repeated: boolean
  /** The job whose leftovers are shown. */
  left: string | null
  open: 'post' | 'lab' | null
}

const openable = ['post', 'lab'] as const

const read = (query: URLSearchParams): View => ({
  range: query.get('range') ?? 'all',
  text: query.get('text') ?? '',
  isRegexp: query.get('as') === 'regexp',
  poster: query.get('poster'),
  hasLink: query.has('link'),
  repeated: query.has('repeated'),
  left: query.get('left'),
  open: openable.find((name) => name === query.get('open')) ?? null,
})

function write({ range, text, isRegexp, poster, hasLink, repeated, left, open }: View): URLSearchParams {
  const query = new URLSearchParams()
  if (range !== 'all') query.set('range', range)
  if (text) query.set('text', text)
  if (isRegexp) query.set('as', 'regexp')
  if (poster !== null) query.set('poster', poster)
  if (hasLink) query.set('link', '')
  if (repeated) query.set('repeated', '')
  if (left !== null) query.set('left', left)
  if (open) query.set('open', open)
  return query
}

/** Typing does not fill the history; everything else is a step that Back undoes. */
const isStep = (change: Partial<View>) => change.text === undefined

export const useView = () => useUrlView<View>({ read, write, isStep })
export type ChangeView = ReturnType<typeof useView>[1]
