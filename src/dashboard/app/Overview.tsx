import { Anchor } from '@mantine/core'
import { useQueries, useQuery, useSuspenseQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Poll } from '#contract/polls.ts'
import { PlanStrip } from '#dashboard/features/account/plan/PlanStrip.tsx'
import { shorterList, type ShorterList } from '#dashboard/features/banned-ips/tidy/shorter-list.ts'
import { catalogueQuery, soundName } from '#dashboard/platform/service/catalogue.ts'
import { createLimiter, useScan, type ChatReading } from '#dashboard/platform/chats/chat-readings.ts'
import { FirstChatForm } from '#dashboard/features/chats/create/FirstChatForm.tsx'
import { latelyUsed } from '#dashboard/platform/chats/by-last-use.ts'
import { readBusy } from '#dashboard/features/messages/busy/read-busy-chats.ts'
import { BusyChats } from '#dashboard/features/messages/busy/BusyChats.tsx'
import { attention } from '#dashboard/features/overview/attention.ts'
import { AttentionList } from '#dashboard/features/overview/AttentionList.tsx'
import { FirstSteps } from '#dashboard/features/overview/FirstSteps.tsx'
import { useFirstSteps } from '#dashboard/features/overview/first-steps.ts'
import { OverviewPage } from '#dashboard/features/overview/OverviewPage.tsx'
import { OpenPolls } from '#dashboard/features/polls/OpenPolls.tsx'
import { every, endpointQuery, refresh } from '#dashboard/platform/api/query.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'

/** Where the domains meet for the overview: what each of them reads of the chats, and what it says of it. */

const everyHalfMinute = { refetchInterval: every(30_000) }

/** So many chats are all read, and read again and again; of more, those that were used last, and the others on request. */
const readAlways = 20
const readOfMany = 8

const limited = createLimiter()

/** What is read of a chat; each is a request of its own. */
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

/** Under the names of the endpoints, so that it is read again with them. */
const names = { busy: 'messageList', polls: 'pollList', shorter: 'banList' } as const

function useReadings<K extends keyof Reads>(what: K, chats: Chat[], rest: ChatReading<Reads>[]): ChatReading<Reads[K]>[] {
  const answers = useQueries({
    queries: chats.map(({ id }) => ({
      queryKey: [names[what], { params: { chatId: id } }, 'overview'],
      queryFn: ({ signal }: { signal: AbortSignal }) => limited(signal, () => reads[what](id, signal)),
      ...everyHalfMinute,
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

async function readAll({ id }: Chat, signal: AbortSignal): Promise<Reads> {
  const read = <K extends keyof Reads>(what: K) => limited(signal, () => reads[what](id, signal))
  return { busy: await read('busy'), polls: await read('polls'), shorter: await read('shorter') }
}

export function Overview() {
  const accountReading = useSuspenseQuery({ ...endpointQuery('accountRead', {}), ...everyHalfMinute })
  const chatsReading = useSuspenseQuery({ ...endpointQuery('chatList', {}), ...everyHalfMinute })
  const account = accountReading.data.data
  const chats = chatsReading.data.data
  const now = useNow()
  // The page does not wait for it: without it no sound has a name, and none is checked.
  const catalogue = useQuery(catalogueQuery).data
  const steps = useFirstSteps(chats)

  // The order of the first look holds: a chat that is used meanwhile is none that has to be read anew.
  const [order] = useState(() => new Map(latelyUsed(chats, chats.length).map(({ id }, index) => [id, index])))
  // New ones come last.
  const placeOf = ({ id }: Chat) => order.get(id) ?? order.size
  const sorted = chats.toSorted((one, other) => placeOf(one) - placeOf(other))
  const near = sorted.slice(0, sorted.length <= readAlways ? readAlways : readOfMany)
  const far = sorted.slice(near.length)
  const scan = useScan(far, readAll, Object.keys(reads).length)
  const rest = far.flatMap((chat): ChatReading<Reads>[] => {
    const data = scan.found.get(chat.id)
    return data ? [{ chat, data, error: null, isFetching: false, refetch: scan.start }] : []
  })

  const busy = useReadings('busy', near, rest)
  const polls = useReadings('polls', near, rest)
  const shorter = useReadings('shorter', near, rest)
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
    soundName: catalogue ? soundName(catalogue) : () => undefined,
    waves: busy.flatMap(({ chat, data }) => (data?.wave ? [{ chat, ...data.wave }] : [])),
    shorter: shorter.flatMap(({ chat, data }) => (data ? [{ chat, ...data }] : [])),
  })
  const isReading = [...busy, ...shorter].some(({ data, error }) => data === undefined && error === null)

  return (
    <OverviewPage
      chats={chats}
      asOf={Math.min(accountReading.dataUpdatedAt, chatsReading.dataUpdatedAt)}
      refreshing={accountReading.isFetching || chatsReading.isFetching}
      onRefresh={() => void refresh('accountRead', 'chatList', 'messageList', 'pollList', 'banList')}
      stale={
        <>
          <StaleNotice what="The account" reading={accountReading} />
          <StaleNotice what="The chats" reading={chatsReading} />
        </>
      }
      firstSteps={
        steps.isShown && (
          <FirstSteps steps={steps} account={account} catalogue={catalogue} createChat={<FirstChatForm onCreated={steps.begin} />} />
        )
      }
      attention={<AttentionList lines={lines} isReading={isReading} now={now} />}
      busy={<BusyChats readings={busy} coverage={coverage} />}
      plan={<PlanStrip narrow />}
      polls={<OpenPolls readings={polls} chats={chats.length} readAll={button} />}
    />
  )
}
