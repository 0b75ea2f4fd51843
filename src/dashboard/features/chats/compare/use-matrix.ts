import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { differsFromDefault, groupNames, settingNames } from '#contract/settings-derive.ts'
import type { GroupName, SettingName } from '#contract/settings.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { pinnedChats } from '#dashboard/platform/chats/chat-labels.ts'
import { chatMatcher, chatsByName, pinnedFirst } from '#dashboard/platform/chats/chat-search.ts'
import { chatFilterParams, noFilters, passing } from '#dashboard/platform/chats/filters/chat-filters.ts'
import { findingsOf, hasFinding } from '#dashboard/platform/chats/findings.ts'
import { useReadLabels } from '#dashboard/platform/chats/read-labels.ts'
import { type Catalogue, catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { useMatrixDrafts } from './drafts.ts'
import type { CellContext } from './model/cell.ts'
import { differsFrom, rowFilterNames, rowsHeld, shownSettings } from './model/rows.ts'
import { type MatrixChat, matrixChat, savedSettings } from './model/matrix-chat.ts'
import { commonValue, tallySaved, withEdits } from './model/tally.ts'
import { useServiceNow } from '#dashboard/ui/format/time.tsx'
import { idParam } from '#dashboard/platform/id-param.ts'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { flag, named, oneOf, optionalText, text, type UrlParam, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'

const idList: UrlParam<readonly number[] | null> = {
  read: (written) => {
    const ids = (written ?? '').split('.').flatMap((id) => parseId(id) ?? [])
    return ids.length > 0 ? ids : null
  },
  write: (ids) => ids && ids.join('.'),
}

const groupList: UrlParam<readonly GroupName[]> = {
  read: (written) => groupNames.filter((name) => (written ?? '').split('.').includes(name)),
  write: (names) => (names.length > 0 ? names.join('.') : null),
}

/** What a person looks at in the matrix, kept in the address: a reload, Back and a link sent to a colleague show the same. */
const matrixState = urlState({
  search: named('q', text()),
  /** Which settings are shown. */
  rows: oneOf(rowFilterNames, 'differ'),
  closed: groupList,
  chats: idList,
  chatSearch: named('find', text()),
  ...chatFilterParams,
  /** Only chats that differ from this one. */
  differsFrom: named('differs', idParam),
  review: flag(),
  /** The change whose undo is to be prepared. */
  undo: optionalText,
  /** The setting that a phone shows. */
  setting: oneOf(settingNames),
})
export type MatrixView = ViewOf<typeof matrixState>

/** Without any filter of chats. */
export const allChats = { ...noFilters, chats: null, chatSearch: '', differsFrom: null } satisfies Partial<MatrixView>

/** What the matrix shows, from the one list of all chats. */
export function useMatrix() {
  const [view, changeView] = useUrlState(matrixState)
  const { onView } = useLatest({ onView: changeView })
  const listed = useSuspenseQuery(endpointQuery('chatList', {})).data.data
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const { currency } = useSuspenseQuery(endpointQuery('accountRead', {})).data.data
  const labels = useReadLabels()
  const may = useMay()
  const pinned = pinnedChats.use()
  const all = useMemo(() => pinnedFirst([...chatsByName(listed)], pinned), [listed, pinned])
  const knowsFindings = useJudged(all, currency, catalogue)

  const editable = useMemo(() => {
    const mayEdit = (chat: Chat) => !chat.isReduced && may('settings.write', chat.id)
    return new Map(all.filter(mayEdit).map((chat) => [chat.id, savedSettings(chat, catalogue)]))
  }, [all, catalogue, may])
  const drafts = useMatrixDrafts(editable)
  const everyChat = useMemo(
    () => all.map((chat) => matrixChat(chat, catalogue, drafts.edits.get(chat.id)?.changes, editable.has(chat.id))),
    [all, catalogue, drafts.edits, editable],
  )
  const now = useServiceNow()
  const { chats: chosen, chatSearch, label, language, type, show, findings } = view
  const filterContext = useMemo(
    () => ({
      now,
      labels,
      hasFinding: (chat: Chat, wanted: string) => hasFinding(savedSettings(chat, catalogue), currency, catalogue, wanted),
    }),
    [now, labels, currency, catalogue],
  )
  /** By what the service holds: an edit moves no chat out of sight. */
  const found = useMemo(() => {
    const ids = chosen && new Set(chosen)
    return all.filter(({ id }) => !ids || ids.has(id)).filter(chatSearch ? chatMatcher(chatSearch) : () => true)
  }, [all, chosen, chatSearch])
  const filtered = useMemo(
    () => new Set(passing(found, { label, language, type, show, findings }, filterContext)),
    [found, label, language, type, show, findings, filterContext],
  )
  const reference = view.differsFrom === null ? undefined : everyChat.find(({ id }) => id === view.differsFrom)
  const chats = useMemo(() => {
    const found = everyChat.filter(({ chat }) => filtered.has(chat))
    if (!reference) return found
    const differs = differsFrom(reference)
    // The chosen one comes first, for the eye to compare with.
    return [reference, ...found.filter((chat) => chat.id !== reference.id && differs(chat))]
  }, [everyChat, filtered, reference])

  const saved = useSaved(chats)
  const everySaved = useSaved(everyChat)
  const savedTallies = useMemo(() => tallySaved(saved), [saved])
  const everySavedTally = useMemo(() => tallySaved(everySaved), [everySaved])
  const tallies = useMemo(() => withEdits(savedTallies, chats.filter(isEdited)), [savedTallies, chats])
  const everyTally = useMemo(() => withEdits(everySavedTally, everyChat.filter(isEdited)), [everySavedTally, everyChat])
  const common = useSame(
    useMemo(
      () => Object.fromEntries(settingNames.map((name) => [name, commonValue(name, everyTally[name])])) as CellContext['common'],
      [everyTally],
    ),
    (one, other) => settingNames.every((name) => one[name] === other[name]),
  )
  const context = useMemo(() => ({ catalogue, currency, common }), [catalogue, currency, common])
  const held = useMemo(() => {
    const isNotDefault = (name: SettingName) => [...savedTallies[name].keys()].some((value) => differsFromDefault(name, value))
    return rowsHeld(savedTallies, isNotDefault, new Set(knowsFindings ? settingsWithFindings(saved, currency, catalogue) : []))
  }, [savedTallies, saved, knowsFindings, currency, catalogue])
  const names = useMemo(
    () => shownSettings(held[view.rows], new Set(chats.flatMap(({ edited }) => edited)), view.search),
    [held, view.rows, view.search, chats],
  )
  return {
    view,
    onView,
    /** In the order of their names, those that are pinned first. */
    all,
    /** All chats, in the same order. */
    every: everyChat,
    /** Those that the search for chats leaves, of the chosen ones. */
    found,
    filterContext,
    /** The chats that pass the filter. */
    chats,
    /** The settings that pass. */
    names,
    /** Of the chats that pass, edits included. */
    tallies,
    held,
    /** Whether all chats were judged: before that, the number of findings is unknown. */
    knowsFindings,
    context,
    drafts,
  }
}
export type Matrix = ReturnType<typeof useMatrix>

const isEdited = ({ edited }: MatrixChat) => edited.length > 0

/** The same object until it differs, so that nothing is drawn again for an equal one. */
function useSame<T>(value: T, isSame: (one: T, other: T) => boolean): T {
  const [kept, keep] = useState(value)
  if (isSame(kept, value)) return kept
  keep(value)
  return value
}

/** What the service holds in the chats that can be read: the same list while only edits change. */
const useSaved = (chats: readonly MatrixChat[]): readonly Chat[] =>
  useSame(
    chats.flatMap(({ access, saved }) => (access === 'none' ? [] : [saved])),
    (one, other) => one.length === other.length && one.every((saved, index) => saved === other[index]),
  )

const settingsWithFindings = (chats: readonly Chat[], currency: string, catalogue: Catalogue): SettingName[] =>
  chats.flatMap((saved) => findingsOf(saved, currency, catalogue).flatMap(({ about: [first] }) => first ?? []))

/** At most so long is a frame held up by judging chats. */
const sliceMs = 8

/** Lets the settings doctor judge all chats, a few in each frame: thousands at once would hold up the first keys. */
function useJudged(chats: readonly Chat[], currency: string, catalogue: Catalogue): boolean {
  const [judged, setJudged] = useState<readonly Chat[] | null>(null)
  useEffect(() => {
    let at = 0
    let timer = setTimeout(function judge() {
      const end = performance.now() + sliceMs
      while (at < chats.length && performance.now() < end) {
        findingsOf(savedSettings(chats[at++]!, catalogue), currency, catalogue)
      }
      if (at < chats.length) timer = setTimeout(judge)
      else setJudged(chats)
    })
    return () => clearTimeout(timer)
  }, [chats, currency, catalogue])
  return judged === chats
}
