import { useUrlView } from '#dashboard/ui/page/url-view.ts'
import { readNotation } from '../ranges/notation.ts'
import { sizeOf, type Range } from '../ranges/range.ts'
import { prefixOf } from '../ranges/cidr.ts'

/** What is looked at, kept in the address. */
export interface View {
  /** An address or a range that is asked about, or a text that entries and notes hold. */
  text: string
  sort: SortKey
  descending: boolean
  /** The block of the map that is looked at: a /8, a /16 or a /24. */
  within: Range | null
  show: Show
  /** The job whose leftovers are shown. */
  left: string | null
  open: Drawer | null
}

const sortKeys = ['first', 'last', 'size'] as const
type SortKey = (typeof sortKeys)[number]
const shows = ['all', 'tidy', 'noted', 'due'] as const
export type Show = (typeof shows)[number]
const drawers = ['ban', 'map', 'import', 'tidy', 'rooms'] as const
type Drawer = (typeof drawers)[number]

const one = <T extends string>(all: readonly T[], text: string | null): T | null => all.find((name) => name === text) ?? null

const read = (query: URLSearchParams): View => ({
  text: query.get('text') ?? '',
  sort: one(sortKeys, query.get('sort')) ?? 'first',
  descending: query.has('descending'),
  within: blockFrom(query.get('within')),
  show: one(shows, query.get('show')) ?? 'all',
  left: query.get('left'),
  open: one(drawers, query.get('open')),
})

function blockFrom(text: string | null): Range | null {
  const reading = readNotation(text ?? '')
  return 'range' in reading && [2 ** 24, 2 ** 16, 2 ** 8].includes(sizeOf(reading.range)) && prefixOf(reading.range) !== null
    ? reading.range
    : null
}

function write({ text, sort, descending, within, show, left, open }: View): URLSearchParams {
  const query = new URLSearchParams()
  if (text) query.set('text', text)
  if (sort !== 'first') query.set('sort', sort)
  if (descending) query.set('descending', '')
  if (within) query.set('within', blockName(within))
  if (show !== 'all') query.set('show', show)
  if (left !== null) query.set('left', left)
  if (open) query.set('open', open)
  return query
}

/** Of a block that the map shows. */
const blockName = ({ first, last }: Range) =>
  `${[24, 16, 8, 0].map((bits) => (first >>> bits) & 255).join('.')}/${32 - Math.log2(last - first + 1)}`

/** Typing does not fill the history; everything else is a step that Back undoes. */
const isStep = (change: Partial<View>) => change.text === undefined

export const useView = () => useUrlView<View>({ read, write, isStep })
export type ChangeView = ReturnType<typeof useView>[1]
