import { useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'
import { bannedIn, banLists, type BanListAnswer } from '#dashboard/features/banned-ips/ban-lists.ts'
import { recentFirst, useChatScan, useScanned, type ChatScan } from '#dashboard/platform/chats/chat-scan.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { to } from '#dashboard/platform/to.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import type { Group, Item } from './palette-items.ts'

const none: ReadonlySet<number> = new Set()
const noChats: Chat[] = []
/** Enough to choose from; the others are counted. */
const maxShown = 20

/** Where an address is banned, when one is typed: what to offer, and how far the search has come. */
export function useBanned(typed: string, chats: readonly Chat[]): { groups: Group[]; status: string } {
  const isAddress = ipv4.safeParse(typed).success
  const [all, setAll] = useState(false)
  // As it was when the first address was typed: what is searched must not change its order.
  const ordered = useMemo(() => (isAddress ? recentFirst(chats) : noChats), [isAddress, chats])
  const scan = useChatScan(useScanned(ordered, banLists, all, none), banLists)
  if (!isAddress) return { groups: [], status: '' }

  const found = bannedIn(ipv4ToNumber(typed), ordered, scan.found)
  const items = found.slice(0, maxShown).map(({ id, name, hash }): Item => ({
    id: `ban-${id}`,
    icon: 'ban',
    label: `${typed} is banned in ${name}`,
    detail: hash,
    action: to.bannedIps(id, typed),
  }))
  const left = ordered.length - scan.total
  if (left > 0 || scan.error) {
    const action = () => {
      setAll(true)
      scan.again()
    }
    items.push({ id: 'ban-all', icon: 'search', label: `Search all ${counted(ordered.length, 'chat')}`, action, stays: true })
  }
  if (!scan.isReading && isOld(scan.since)) {
    const action = () => void queryClient.invalidateQueries({ queryKey: ['banList'], refetchType: 'none' }).then(scan.again)
    items.push({ id: 'ban-again', icon: 'search', label: 'Refresh the lists', action, stays: true })
  }
  return { groups: [{ label: 'Banned', items }], status: wordsOf(typed, found.length, ordered.length, scan) }
}

/** Somebody else may have changed a list that was read so long ago, in milliseconds. */
const oldAfter = 120_000
const isOld = (since: number | null): since is number => since !== null && Date.now() - since > oldAfter

function wordsOf(typed: string, banned: number, all: number, { found, isReading, heldBy, error, since }: ChatScan<BanListAnswer>): string {
  const failed = [...found.values()].filter((answer) => answer instanceof Failure).length
  const searched = found.size - failed
  return [
    banned === 0
      ? !isReading && searched === all && `${typed} is not banned in any chat.`
      : banned > maxShown
        ? `Banned in ${counted(banned, 'chat')}, ${count(maxShown)} shown.`
        : `Banned in ${counted(banned, 'chat')}.`,
    isReading ? `Searching: ${count(searched)} of ${counted(all, 'chat')}…` : `Searched ${count(searched)} of ${counted(all, 'chat')}.`,
    isOld(since) && `The oldest list is as of ${clock(since)}.`,
    failed > 0 && `${counted(failed, 'chat')} could not be read.`,
    heldBy && `${errorMessage(heldBy).cause} Waiting…`,
    error !== null && errorMessage(error).cause,
  ]
    .filter(Boolean)
    .join(' ')
}
