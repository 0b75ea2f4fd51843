import { Anchor } from '@mantine/core'
import { may, useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { useQueries, useQuery, useSuspenseQuery, type UseQueryResult } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Poll } from '#contract/polls.ts'
import { PlanStrip } from '#dashboard/features/account/plan/PlanStrip.tsx'
import { shorterList, type ShorterList } from '#dashboard/features/banned-ips/ban-lists.ts'
import { findingsOf } from '#dashboard/platform/chats/findings.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { createLimiter, useScan, type ChatReading } from '#dashboard/platform/chats/chat-readings.ts'
import { FirstChatForm } from '#dashboard/features/chats/create/FirstChatForm.tsx'
import { recentlyUsed } from '#dashboard/platform/chats/last-used.ts'
import { readBusy } from '#dashboard/features/messages/busy/busy-chats.ts'
import { BusyChats } from '#dashboard/features/messages/busy/BusyChats.tsx'
import { attention } from '#dashboard/features/home/attention.ts'
import { AttentionList, useFailedChannels } from '#dashboard/features/home/AttentionList.tsx'
import { FirstSteps, useFirstSteps } from '#dashboard/features/home/FirstSteps.tsx'
import { HomePage } from '#dashboard/features/home/HomePage.tsx'
import { OpenPolls } from '#dashboard/features/polls/OpenPolls.tsx'
import { refetchEvery, endpointQuery, refresh } from '#dashboard/platform/api/query.ts'
import { usePresetsOn } from '#dashboard/platform/presets/presets-on.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { useWaiting } from '#dashboard/features/inbox/InboxNote.tsx'
import { call } from '#dashboard/platform/session/session.ts'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { laterPart } from '#dashboard/ui/page/lazy-part.tsx'

const LaterToday = laterPart(async () => (await import('#dashboard/features/automation/schedule/LaterToday.tsx')).LaterToday)
const SinceVisit = laterPart(async () => (await import('#dashboard/features/changes/timeline/SinceVisit.tsx')).SinceVisit)

/** Combines the features for Home: what each of them reads of the chats and how it displays it. */

const everyHalfMinute = { refetchInterval: refetchEvery(30_000) }

/** Up to this many chats are all read periodically. If there are more, only the most recently used ones are; the others are read on request. */
const maxChatsReadAlways = 20
const chatsReadOfMany = 8

const limit = createLimiter()

/** The data read of a chat, one request each. */
interface Reads {
  busy: Awaited<ReturnType<typeof readBusy>>
  polls: Poll[]
  shorter: ShorterList | null
}

const reads: { [K in keyof Reads]: (chatId: number, signal: AbortSignal) => Promise<Reads[K]> } = {
  busy: readBusy,
  polls: async (chatId, signal) => (await call('pollList', { params: { chatId } }, { signal })).data,
  shorter: async (chatId, signal) => shorterList((await call('banList', { params: { chatId } }, { signal })).data),
}

/** What each of them needs. What the person may not read is left out. */
const readRights = { busy: 'messages.read', polls: 'polls.read', shorter: 'bans.read' } as const

/** The query keys start with the names of the endpoints, so that they are refreshed together. */
const names = { busy: 'messageList', polls: 'pollList', shorter: 'banList' } as const

function useReadings<K extends keyof Reads>(what: K, chats: Chat[], rest: ChatReading<Partial<Reads>>[]): ChatReading<Reads[K]>[] {
  const mayNow = useMay()
  const answers = useQueries({
    queries: chats.map(({ id }) => ({
      queryKey: [names[what], { params: { chatId: id } }, 'home'],
      queryFn: ({ signal }: { signal: AbortSignal }) => limit(signal, () => reads[what](id, signal)),
      ...everyHalfMinute,
      enabled: mayNow(readRights[what], id),
    })),
  }) as UseQueryResult<Reads[K]>[]
  return [
    ...chats.map((chat, index) => {
      const { data, error, isFetching, refetch } = answers[index]!
      return { chat, data, error, isFetching, refetch }
    }),
    ...rest.map(({ data, ...reading }) => ({ ...reading, data: data?.[what] })),
  ]
}

async function readAll({ id }: Chat, signal: AbortSignal): Promise<Partial<Reads>> {
  const read = async <K extends keyof Reads>(what: K) =>
    may(readRights[what], id) ? limit(signal, () => reads[what](id, signal)) : undefined
  const [busy, polls, shorter] = [await read('busy'), await read('polls'), await read('shorter')]
  return { ...(busy && { busy }), ...(polls && { polls }), ...(shorter !== undefined && { shorter }) }
}

/** Who sees no chats sees the plan. */
export const Home = () => (useMay()('chats.read') ? <HomeOfChats /> : <HomeOfAccount />)

const HomeOfAccount = () => (
  <>
    <PlaceHead />
    <PlanStrip />
  </>
)

function HomeOfChats() {
  const mayNow = useMay()
  const accountReading = useSuspenseQuery({ ...endpointQuery('accountRead', {}), ...everyHalfMinute })
  const chatsReading = useSuspenseQuery({ ...endpointQuery('chatList', {}), ...everyHalfMinute })
  const account = accountReading.data.data
  const chats = chatsReading.data.data
  const now = useNow()
  const seesHistory = useSeesHistory()
  // The page does not wait for the catalogue: without it sounds have no names, and no findings about them are shown.
  const catalogue = useQuery(catalogueQuery).data
  const steps = useFirstSteps(chats)
  const waiting = useWaiting()
  const failedChannels = useFailedChannels()
  // The frame reads it for every page.
  const presets = usePresetsOn()

  // The initial order is kept, so that a chat that is used in the meantime does not have to be read again.
  const [order] = useState(() => new Map(recentlyUsed(chats, chats.length).map(({ id }, rank) => [id, rank])))
  const [readAlwaysChats, otherChats] = useMemo(() => {
    // New chats come last.
    const rankOf = ({ id }: Chat) => order.get(id) ?? order.size
    const sorted = chats.toSorted((one, other) => rankOf(one) - rankOf(other))
    const always = sorted.length <= maxChatsReadAlways ? maxChatsReadAlways : chatsReadOfMany
    return [sorted.slice(0, always), sorted.slice(always)] as const
  }, [chats, order])
  const scan = useScan(otherChats, readAll, Object.keys(reads).length)
  const rest = otherChats.flatMap((chat): ChatReading<Partial<Reads>>[] => {
    const data = scan.found.get(chat.id)
    return data ? [{ chat, data, error: null, isFetching: false, refetch: scan.start }] : []
  })

  const busy = useReadings('busy', readAlwaysChats, rest)
  const polls = useReadings('polls', readAlwaysChats, rest)
  const shorter = useReadings('shorter', readAlwaysChats, rest)
  const isRead = busy.length === chats.length
  const button = (!isRead || scan.isRunning) && (
    <Anchor component="button" type="button" fz="help" onClick={scan.isRunning ? scan.stop : scan.start}>
      {scan.isRunning ? 'Stop reading' : 'Read all'}
    </Anchor>
  )
  const coverage = isRead ? (
    chats.length === 1 ? (
      '1 chat'
    ) : (
      `all ${counted(chats.length, 'chat')}`
    )
  ) : (
    <>
      <span role="status">
        {count(busy.length)} of {counted(chats.length, 'chat')}
      </span>{' '}
      {button}
    </>
  )

  const lines = attention({
    chats,
    account,
    now,
    findingsOf: (chat) => (mayNow('settings.read', chat.id) ? findingsOf(chat, account.currency, catalogue) : []),
    waves: busy.flatMap(({ chat, data }) => (data?.wave ? [{ chat, ...data.wave }] : [])),
    presets,
    waiting,
    failedChannels,
    shorter: shorter.flatMap(({ chat, data }) => (data ? [{ chat, ...data }] : [])),
  })
  const isReading = [...(mayNow('messages.read') ? busy : []), ...(mayNow('bans.read') ? shorter : [])].some(
    ({ data, error }) => data === undefined && error === null,
  )

  return (
    <HomePage
      chats={chats}
      asOf={Math.min(accountReading.dataUpdatedAt, chatsReading.dataUpdatedAt)}
      refreshing={accountReading.isFetching || chatsReading.isFetching}
      onRefresh={() => void refresh('accountRead', 'chatList', 'messageList', 'pollList', 'banList', 'visitRead', 'scheduleRead')}
      stale={
        <>
          <StaleNotice what="The account" reading={accountReading} />
          <StaleNotice what="The chats" reading={chatsReading} />
        </>
      }
      firstSteps={
        steps.isShown &&
        mayNow('chats.create') && (
          <FirstSteps steps={steps} account={account} catalogue={catalogue} createChat={<FirstChatForm onCreated={steps.begin} />} />
        )
      }
      attention={<AttentionList lines={lines} isReading={isReading} now={now} />}
      since={
        seesHistory && (
          <Suspense>
            <SinceVisit chats={chats} />
          </Suspense>
        )
      }
      busy={mayNow('messages.read') && <BusyChats readings={busy} coverage={coverage} />}
      plan={<PlanStrip />}
      later={
        mayNow('presets.use') && (
          <Suspense>
            <LaterToday chats={chats} />
          </Suspense>
        )
      }
      polls={mayNow('polls.read') && <OpenPolls readings={polls} chats={chats} readAll={button} />}
    />
  )
}
