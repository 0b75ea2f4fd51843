import { flag, oneOf, optionalText, text, urlState, useUrlState, type UrlParam, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { readNotation } from '../ranges/notation.ts'
import { sizeOf, type IpRange } from '#engine/bans/range.ts'
import { prefixOf } from '../ranges/cidr.ts'

function blockFrom(text: string | null): IpRange | null {
  const reading = readNotation(text ?? '')
  return 'range' in reading && [2 ** 24, 2 ** 16, 2 ** 8].includes(sizeOf(reading.range)) && prefixOf(reading.range) !== null
    ? reading.range
    : null
}

/** Of a block that the map shows. */
const blockName = ({ first, last }: IpRange) =>
  `${[24, 16, 8, 0].map((bits) => (first >>> bits) & 255).join('.')}/${32 - Math.log2(last - first + 1)}`

/** The block chosen on the map: a /8, a /16 or a /24. */
const within: UrlParam<IpRange | null> = { read: blockFrom, write: (block) => block && blockName(block) }

export const sortKeys = ['first', 'last', 'size'] as const

/** The state of the page that the URL holds. */
const banListState = urlState({
  /** An address or a range to look up, or a text that entries and notes contain. */
  text: text(),
  sort: oneOf(sortKeys, 'first'),
  descending: flag(),
  within,
  show: oneOf(['all', 'tidy', 'noted', 'due'], 'all'),
  /** The job whose remaining steps are shown. */
  left: optionalText,
  // Addresses say `rooms` for the comparison across chats, and always have.
  open: oneOf(['ban', 'map', 'import', 'tidy', 'rooms']),
})
export type BanListView = ViewOf<typeof banListState>

/** Typing adds nothing to the history; every other change is a step that Back undoes. */
export const useBanListView = () => useUrlState(banListState, (change) => change.text === undefined && change.open !== null)
export type ChangeView = ReturnType<typeof useBanListView>[1]
