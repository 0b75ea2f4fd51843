import { useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'
import { bannedIn, banLists, type BanListAnswer } from '#dashboard/features/banned-ips/ban-lists.ts'
import { recentFirst, useChatScan, useScannedChats, type ChatScan } from '#dashboard/platform/chats/chat-scan.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { to } from '#dashboard/platform/to.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'
import { chatTitle } from '#contract/chat-title.ts'

const none: ReadonlySet<number> = new Set()
const noChats: Chat[] = []
/** The maximum number of chats listed; the rest are only counted. */
const maxShown = 20

/** Searches the ban lists for a typed address. Returns the results and the progress of the search. */
export function useBanSearch(typed: string, chats: readonly Chat[]): { groups: PaletteGroup[]; status: string } {
  const isAddress = ipv4.safeParse(typed).success
  const [all, setAll] = useState(false)
  // The order is fixed when the first address is typed, because it must not change during the search.
  const ordered = useMemo(() => (isAddress ? recentFirst(chats) : noChats), [isAddress, chats])
  const scan = useChatScan(useScannedChats(ordered, banLists, all, none), banLists)
  if (!isAddress) return { groups: [], status: '' }

  const found = bannedIn(ipv4ToNumber(typed), ordered, scan.found)
  const items = found.slice(0, maxShown).map(({ id, name, hash }): PaletteItem => ({
    id: `ban-${id}`,
    icon: 'ban',
    label: `${typed} is banned in ${chatTitle({ id, name })}`,
    detail: hash,
    action: to.bannedIps(id, typed),
  }))
  const left = ordered.length - scan.total
  if (left > 0 || scan.error) {
    const action = () => {
      setAll(true)
      scan.restart()
    }
    items.push({ id: 'ban-all', icon: 'search', label: `Search all ${counted(ordered.length, 'chat')}`, action, keepsOpen: true })
  }
  if (!scan.isReading && isStale(scan.oldestReadAt)) {
    const action = () => void queryClient.invalidateQueries({ queryKey: ['banList'], refetchType: 'none' }).then(scan.restart)
    items.push({ id: 'ban-again', icon: 'search', label: 'Refresh the lists', action, keepsOpen: true })
  }
  return { groups: [{ label: 'Banned', items }], status: searchStatus(typed, found.length, ordered.length, scan) }
}

/** The age in milliseconds after which a list may be outdated by another person's change. */
const maxAgeMs = 120_000
const isStale = (since: number | null): since is number => since !== null && Date.now() - since > maxAgeMs

function searchStatus(
  typed: string,
  banned: number,
  all: number,
  { found, isReading, heldBy, error, oldestReadAt }: ChatScan<BanListAnswer>,
): string {
  const failed = [...found.values()].filter((answer) => answer instanceof Failure).length
  const searched = found.size - failed
  return [
    banned === 0
      ? !isReading && searched === all && `${typed} is not banned in any chat.`
      : banned > maxShown
        ? `Banned in ${counted(banned, 'chat')}, ${count(maxShown)} shown.`
        : `Banned in ${counted(banned, 'chat')}.`,
    isReading ? `Searching: ${count(searched)} of ${counted(all, 'chat')}…` : `Searched ${count(searched)} of ${counted(all, 'chat')}.`,
    isStale(oldestReadAt) && `The oldest list is as of ${clock(oldestReadAt)}.`,
    failed > 0 && `${counted(failed, 'chat')} could not be read.`,
    heldBy && `${errorMessage(heldBy).cause} Waiting…`,
    error !== null && errorMessage(error).cause,
  ]
    .filter(Boolean)
    .join(' ')
}
