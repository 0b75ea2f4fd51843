import type { Standing } from './pointer.ts'
import type { Seen } from './seen.ts'

/** What has to hold after every action, whatever it was. Pure: what is known goes in, what is broken comes out, in words. */

export interface Known {
  before: Seen
  after: Seen
  /** Everything may have moved: another page, another size. */
  navigated: boolean
  /** All of it happened over the page. */
  overlaid: boolean
  /** It closed an overlay. */
  closed: boolean
  /** Nobody expects the page to jump at this. */
  isGentle: boolean
  /** Something was written, or went wrong on purpose: what tells of it may push the rest aside. */
  isDisturbed: boolean
  /** How many edits there are, by where they are counted; null: not known here. */
  edits: Partial<Record<keyof Seen['edits'], number>>
  /** Requests without a permit. */
  unasked: readonly string[]
  /** Differences between the screen and the service. */
  untrue: readonly string[]
  /** Messages that are deleted though nobody chose them, or too early, and hits that outlive theirs. */
  unchosen: readonly string[]
  /** A key of the page was the last that was pressed. */
  isAfterKey: boolean
  /** What stood where the pointer is when it came, and what stands there; null: it moved since. */
  pointed: { came: Standing; is: Standing } | null
  /** Errors that the browser reported. */
  troubles: readonly string[]
}

/** The limit of what web.dev calls good is 0.1 for a whole visit; this is for one action. */
export const maxShift = 0.02

/**
 * How far the page jumped, where nothing was meant to move: at what happens over the page, and at what is gentle. An action that opens a panel, removes a
 * row or puts a mark under a setting moves things by intent. The browser excuses what moves within half a second of a click or a key; a pointer over a
 * row moves nothing, so there every shift counts, also one that is excused because of a click shortly before.
 */
export const jumpOf = ({ after, isGentle }: Pick<Known, 'after' | 'isGentle'>): number =>
  after.shifts.reduce((sum, { value, isAfterInput }) => sum + (isAfterInput && !isGentle ? 0 : value), 0)

/** State of the page that keys typed into an overlay must not change. */
const behind = ({ path, selected, isSidebarFolded, searches, edits }: Seen) => ({
  path,
  selected,
  isSidebarFolded,
  // The empty search field of a page that was still loading appears meanwhile.
  searches: searches.filter((text) => text !== ''),
  // The navigation of a chat and its badge may be rendered a moment after the page.
  edits: { ...edits, badge: edits.badge ?? 0 },
})

export function broken(known: Known): string[] {
  const {
    before,
    after,
    navigated,
    overlaid,
    closed,
    isGentle,
    isDisturbed,
    edits,
    unasked,
    untrue,
    unchosen,
    isAfterKey,
    pointed,
    troubles,
  } = known
  const found: string[] = []
  for (const [where, count] of Object.entries(edits) as [keyof Seen['edits'], number][]) {
    const shown = after.edits[where]
    if (shown !== null && shown !== count) found.push(`edits: ${count} were made, the ${where} counts ${shown}`)
  }
  found.push(...untrue.map((words) => `screen: ${words}`), ...unasked.map((words) => `sent without being asked for: ${words}`))
  found.push(...unchosen)
  if (isAfterKey && after.isTyping) found.push(`text field: after a key of the page the focus is in ${after.focus}`)
  if (pointed && pointed.is.deletes && !pointed.came.deletes && pointed.came.what !== '')
    found.push(`pointer: “${pointed.is.what}” stands where “${pointed.came.what}” stood when the pointer came`)
  if (overlaid)
    for (const [what, was] of Object.entries(behind(before))) {
      const is = behind(after)[what as keyof ReturnType<typeof behind>]
      if (JSON.stringify(is) !== JSON.stringify(was))
        found.push(`keys: behind what was open, ${what} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`)
    }
  const begun = after.going.filter((id) => !before.going.includes(id))
  if (overlaid && begun.length > 0) found.push(`keys: behind what was open, the deletion of ${begun.join(', ')} began`)
  if ((overlaid || closed || before.overlays.length > 0) && after.overlays.length === 0 && after.focus === 'body')
    found.push('focus: it is on the body after what was open is closed')
  if (overlaid && after.overlays.length > 0) found.push(`overlay: ${after.overlays.join(', ')} is still open`)
  if (after.tooWide > 0) found.push(`width: the page is ${after.tooWide} px wider than the window`)
  const jump = jumpOf(known)
  if ((isGentle || overlaid) && !navigated && !isDisturbed && jump > maxShift)
    found.push(
      `shift: the page jumped by ${jump.toFixed(3)}: ${after.shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved}`).join('; ')}`,
    )
  found.push(...troubles.map((words) => `browser: ${words}`))
  return found
}
