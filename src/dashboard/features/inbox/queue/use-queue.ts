import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { InboxItem } from '#contract/gateway/inbox.ts'
import type { Decided, Hit, Review, ReviewDecision } from '#contract/gateway/review.ts'
import { writeToGateway, refreshGateway } from '#dashboard/platform/api/gateway-query.ts'
import { useServerNow } from '#dashboard/platform/review/time-left.ts'
import { isOpen, verdictOf } from '#dashboard/platform/review/verdict.ts'
import { isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { oneOf, optionalText, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { entriesOf, idsOf, nextShown, type ReviewEntry, type ShownEntry, waitingOf } from './entries.ts'
import { type ItemRow, kindOf, mostAffectedFirst, nextItems, rowKindNames, rowOf } from './items.ts'

interface DoneDecision {
  ids: string[]
  hit: Hit
}

const maxUndo = 20

export interface InboxList {
  review: Review
  /** What waits beside messages. */
  items: readonly InboxItem[]
}

export function useQueue({ review, items }: InboxList, view: InboxView) {
  const { aim, handlers } = useAim()
  const now = useServerNow()
  const [shown, setShown] = useState<readonly ShownEntry[]>([])
  const [shownItems, setShownItems] = useState<readonly ItemRow[]>([])
  const [order, setOrder] = useState<readonly string[]>([])
  const [split, setSplit] = useState<ReadonlySet<string>>(new Set())
  const [decided, setDecided] = useState<ReadonlyMap<string, Decided>>(new Map())
  const [done, setDone] = useState<readonly DoneDecision[]>([])
  /** The decision whose answer has not arrived. */
  const inFlight = useRef<Promise<DoneDecision | null> | null>(null)
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  // Entries that the person asked for are shown even while the pointer is over the list.
  const [isAsked, setAsked] = useState(false)

  const [ofView, setOfView] = useState(view)

  const known = useMemo(() => {
    const hits = [...review.decided, ...review.held, ...review.marked].map((hit) => newer(hit, decided, review.at))
    return new Map(hits.map((hit) => [hit.id, hit]))
  }, [review, decided])
  const open = useMemo(() => {
    const inView = (hits: readonly Hit[]) => hits.filter((hit) => isInView(view, hit)).map(({ id }) => known.get(id)!)
    return entriesOf({ held: inView(review.held), marked: inView(review.marked) }, (key) => split.has(key))
  }, [review, known, view, split])
  const openItems = useMemo(() => items.filter((item) => isItemInView(view, item)).map(rowOf), [items, view])
  const own = useMemo(() => new Map([...decided].map(([id, { outcome }]) => [id, outcome])), [decided])

  const isOtherView = ofView !== view
  const before = isOtherView ? [] : shown
  const itemsBefore = isOtherView ? [] : shownItems
  const mayInsert = isAsked || before.length + itemsBefore.length === 0 || aim === 'away'
  const mayRemove = aim !== 'aiming'
  const latest = (id: string) => known.get(id) ?? decided.get(id)?.hit ?? undefined
  const next = nextShown(before, { open, latest, now, mayInsert, mayRemove })
  const itemsNext = nextItems(itemsBefore, openItems, { mayInsert, mayRemove })
  if (next !== shown) setShown(next)
  if (itemsNext !== shownItems) setShownItems(itemsNext)
  if (isAsked) setAsked(false)
  if (isOtherView) setOfView(view)
  const waiting = waitingOf(next, open)
  const held = next.filter(({ kind }) => kind === 'held')
  const others = mostAffectedFirst([...itemsNext, ...next.filter(({ kind }) => kind === 'marked')], mayInsert ? null : order)
  if (others.some(({ key }, index) => key !== order[index])) setOrder(others.map(({ key }) => key))
  const newItems = openItems.filter(({ key }) => !itemsNext.some((row) => row.key === key)).length
  const newMessages = (kind: ReviewEntry['kind']) =>
    waiting.reduce((sum, entry) => (entry.kind === kind ? sum + entry.hits.length : sum), 0)
  const undoable = done.filter(({ ids }) => ids.some((id) => canBeUndone(known.get(id))))
  if (undoable.length < done.length) setDone(undoable)

  /** Applies the answer at once, before the queue is read again. */
  function take(answers: readonly Decided[], decision: ReviewDecision) {
    setDecided((before) => {
      const after = new Map(before)
      // An undone decision is no longer one of this page.
      for (const answer of answers) after.set(answer.id, decision === 'undo' ? { ...answer, outcome: 'already' } : answer)
      return after
    })
  }

  /** Resolves to what can be undone; null: nothing. Never rejects. */
  async function decide(ids: readonly string[], decision: ReviewDecision): Promise<DoneDecision | null> {
    // An undo has waited for the decision that it undoes.
    if (decision === 'undo') return send(ids, decision)
    const free = ids.filter((id) => !sending.has(id))
    if (free.length === 0) return null
    const work = send(free, decision)
    inFlight.current = work
    const made = await work
    if (inFlight.current === work) inFlight.current = null
    return made
  }

  async function send(free: readonly string[], decision: ReviewDecision): Promise<DoneDecision | null> {
    setSending((before) => new Set([...before, ...free]))
    try {
      const { data } = await writeToGateway('reviewDecide', { body: { ids: [...free], decision } })
      take(data, decision)
      const changed = data.filter(({ outcome }) => outcome === 'done')
      const [first] = changed
      const made = decision !== 'undo' && first?.hit ? { ids: changed.map(({ id }) => id), hit: first.hit } : null
      if (decision === 'undo') reportUndo(data)
      else if (made) setDone((before) => [...before, made].slice(-maxUndo))
      const already = data.flatMap(({ outcome, hit }) => (outcome === 'already' && hit ? [hit] : []))
      if (decision !== 'undo' && !made && already.length > 0) toastWarning('Already decided', verdictOf(already, new Map()))
      const refused = data.filter(({ outcome }) => outcome === 'refused').length
      if (refused > 0) toastWarning('Not decided', plural(refused, refusedOne, refusedSeveral))
      return made
    } catch (error) {
      toastError(isEffectUnknown(error) ? 'The decision is not confirmed' : 'Nothing was decided', error)
      return null
    } finally {
      await refreshGateway('reviewRead').catch(() => {})
      setSending((before) => new Set([...before].filter((id) => !free.includes(id))))
    }
  }

  async function undo() {
    // A decision that is on its way is the one that is meant, never the one before it.
    const last = inFlight.current ? await inFlight.current : done.at(-1)
    if (!last) return
    setDone((before) => before.filter((one) => one !== last))
    await decide(last.ids, 'undo')
    setAsked(true)
  }

  return {
    rows: [...held, ...others],
    /** In the sections of the list: what is deleted when its time is up, and what waits for a decision. */
    sections: {
      runsOut: { rows: held, waiting: newMessages('held') },
      waiting: { rows: others, waiting: newItems + newMessages('marked') },
    },
    /** Of the list, so that rows do not move under a pointer. */
    handlers,
    own,
    sending,
    last: lastOf(undoable.at(-1), latest),
    canUndo: undoable.length > 0 || sending.size > 0,
    showWaiting: () => setAsked(true),
    /** Held messages are spared, marked ones kept. */
    stay: (entry: ReviewEntry) => decide(openIds(entry), entry.kind === 'held' ? 'spare' : 'keep'),
    remove: (entry: ReviewEntry) => decide(openIds(entry), 'delete'),
    keepAll: (ids: readonly string[]) => decide(ids, 'spare'),
    undo,
    toggleSplit: (groupKey: string) => {
      setSplit((before) => {
        const after = new Set(before)
        if (!after.delete(groupKey)) after.add(groupKey)
        return after
      })
      setAsked(true)
    },
  }
}

const refusedOne = 'The message is in a chat in which you may not delete messages, or it is no longer listed.'
const refusedSeveral = '{count} messages are in chats in which you may not delete messages, or are no longer listed.'

const openIds = (entry: ReviewEntry) => idsOf({ ...entry, hits: entry.hits.filter(isOpen) as [Hit, ...Hit[]] })

/** Nothing of it was sent yet. */
const canBeUndone = (hit: Hit | undefined) => !hit || ['held', 'marked', 'spared', 'kept'].includes(hit.state)

/** The last decision as it stands now. */
function lastOf(decision: DoneDecision | undefined, latest: (id: string) => Hit | undefined) {
  if (!decision) return undefined
  const hits = decision.ids.map((id) => latest(id) ?? decision.hit)
  return { ...decision, verdict: verdictOf(hits, new Map(hits.map(({ id }) => [id, 'done']))), deletion: hits.find(isToBeDeleted) }
}

const isToBeDeleted = ({ state, by }: Hit) => state === 'held' && by !== ''

/** The result of a decision of this page, unless the hit was read later. Both times are the server's. */
function newer(hit: Hit, decided: ReadonlyMap<string, Decided>, readAt: number): Hit {
  const own = decided.get(hit.id)?.hit
  return own && own.at >= readAt ? own : hit
}

function reportUndo(answers: readonly Decided[]) {
  const late = answers.flatMap(({ outcome, hit }) => (outcome !== 'done' && hit ? [hit] : []))
  if (late.length === 0) return
  toastWarning('Not undone', verdictOf(late, new Map(late.map(({ id }) => [id, 'tooLate']))))
}

/**
 * Whether the person is about to click in the list. `away`: no pointer is over it, or the person uses the keyboard. `resting`: the pointer is over it, or a
 * finger has touched it. `aiming`: the pointer moved a moment ago.
 */
type Aim = 'away' | 'resting' | 'aiming'

const aimingMs = 1000

/** Rows must not move under a pointer. @returns the state, and the handlers of the list */
function useAim() {
  const [aim, setAim] = useState<Aim>('away')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const onKey = () => setAim('away')
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      clearTimeout(timer.current)
    }
  }, [])

  function move() {
    setAim('aiming')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAim((now) => (now === 'aiming' ? 'resting' : now)), aimingMs)
  }
  function leave({ pointerType }: PointerEvent) {
    // A touch pointer leaves whenever the finger is lifted.
    if (pointerType === 'mouse') setAim('away')
  }
  return { aim, handlers: { onPointerMove: move, onPointerDown: move, onPointerLeave: leave } }
}

/** The filters of the list. The chat and the rule are ids. */
const inboxState = urlState({ show: oneOf(rowKindNames), chat: optionalText, rule: optionalText })

export type InboxView = ViewOf<typeof inboxState>

/** The view of the page, all of it in the URL. */
export const useInboxView = () => useUrlState(inboxState)

interface Filtered {
  ruleId: string
  message: { chatId: number }
}

export const isInView = ({ show, chat, rule }: InboxView, { ruleId, message }: Filtered) =>
  (show === null || show === 'messages') && (chat === null || String(message.chatId) === chat) && (rule === null || ruleId === rule)

export const isItemInView = ({ show, chat, rule }: InboxView, item: InboxItem) =>
  (show === null || show === kindOf(item)) && (chat === null || item.chatIds.includes(Number(chat))) && rule === null
