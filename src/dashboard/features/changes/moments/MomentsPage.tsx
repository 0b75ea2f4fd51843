import { Button } from '#dashboard/ui/form/Button.tsx'
import { NativeSelect } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, type ComponentProps, useState } from 'react'
import { withSoundNames } from '#contract/settings-derive.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { catalogueQuery, soundName } from '#dashboard/platform/service/catalogue.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { idParam } from '#dashboard/platform/id-param.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState, LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { chatsByName } from '#dashboard/platform/chats/chat-search.ts'
import { chatTitle } from '#contract/chat-title.ts'
import { right } from '#contract/gateway/rights.ts'
import classes from './moments.module.css'
import type { Chat } from '#contract/chats.ts'
import { type ChatVersion, versionDays } from '#contract/gateway/chat-versions.ts'
import { ShowOlder } from '#dashboard/ui/feedback/ShowOlder.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { named, optionalText, urlState, useUrlState } from '#dashboard/ui/page/url-state.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { Comparison, type ComparisonProps } from './Comparison.tsx'
import { atInWords, byDay, detailOf, iconOf, nowId, titleOf } from './versions.ts'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'
import { minuteText } from '#dashboard/ui/format/time.tsx'

/** Newest first. */
const versionsQuery = (chatId: number) =>
  infiniteQueryOptions({
    queryKey: ['versionList', chatId] as const,
    queryFn: async ({ signal, pageParam }) =>
      (await callGateway('versionList', { params: { chatId }, query: pageParam === null ? {} : { before: pageParam } }, { signal })).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

const shown = urlState({ chatId: named('chat', idParam), a: optionalText, b: optionalText })

/** The settings of a chat at two moments, side by side. The address names the chat and both moments. */
export function MomentsPage() {
  const [{ chatId }, change] = useUrlState(shown)
  const may = useMay()
  const { data } = useSuspenseQuery(endpointQuery('chatList', {})).data
  const chats = chatsByName(data).filter(({ id }) => may('settings.read', id))
  const chat = chats.find(({ id }) => id === chatId)
  return (
    <>
      <PageHead
        above={{ path: to.changes(), title: 'Changes' }}
        {...(chat && { documentTitle: `Compare two moments · ${chatTitle(chat)}` })}
      />
      <div className={`panel underline ${classes.toolbar}`}>
        <NativeSelect
          aria-label="Chat"
          className={classes.chat}
          data={[
            ...(chat ? [] : [{ value: '', label: 'Choose a chat' }]),
            ...chats.map((one) => ({ value: String(one.id), label: chatTitle(one) })),
          ]}
          value={chat?.id ?? ''}
          onChange={({ currentTarget: { value } }) => change({ chatId: Number(value), a: null, b: null })}
        />
      </div>
      {chat && <ChatMoments key={chat.id} chatId={chat.id} />}
      {!chat && chatId === null && (
        <EmptyState icon="clock" title="Which chat?">
          Choose a chat above to compare its settings at two moments, and to put back what was better before.
        </EmptyState>
      )}
      {!chat && chatId !== null && (
        <EmptyState icon="lock" title="You can’t compare this chat">
          It was deleted, or you don’t have the permission “{right('settings.read').label}” in it. Choose another chat above.
        </EmptyState>
      )}
    </>
  )
}

function ChatMoments({ chatId }: { chatId: number }) {
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const chatReading = useQuery(endpointQuery('chatRead', { params: { chatId } }))
  const data = chatReading.data?.data
  const chat = useMemo(() => data && withSoundNames(data, soundName(catalogue)), [data, catalogue])
  const reading = useInfiniteQuery(versionsQuery(chatId))
  if (chat && reading.data)
    return (
      <Moments
        chat={chat}
        versions={reading.data.pages.flatMap(({ versions }) => versions)}
        watchedSince={reading.data.pages[0]!.watchedSince}
        older={reading}
      />
    )
  if (chatReading.error) return <LoadError what="The chat" reading={chatReading} />
  if (reading.error) return <LoadError what="Its versions" reading={reading} />
  return <Loading what="the versions" />
}

/** The version whose row has the focus. */
const focused = () => document.activeElement?.closest<HTMLElement>('[data-version]')?.dataset['version']

interface MomentsProps {
  chat: Chat
  versions: readonly ChatVersion[]
  watchedSince: number | null
  older: ComponentProps<typeof ShowOlder>['reading']
}

function Moments({ chat, versions, watchedSince, older }: MomentsProps) {
  const [view, change] = useUrlState(shown)
  const [isComparing, setComparing] = useState(false)
  // One that is not loaded yet is read by its id.
  const exists = (id: string | null) => id === nowId || older.hasNextPage || versions.some((version) => version.id === id)
  // The newest version is mostly what is there now, so the one before it says more.
  const a = view.a !== null && exists(view.a) ? view.a : ((versions[1] ?? versions[0])?.id ?? nowId)
  const b = view.b !== null && exists(view.b) ? view.b : nowId
  const choose = (side: 'a' | 'b', id: string | undefined) => id && change({ [side]: id })
  useKey('a', 'Compare the focused version, as A', () => choose('a', focused()))
  useKey('b', 'Compare the focused version, as B', () => choose('b', focused()))
  if (versions.length === 0 && !older.hasNextPage)
    return (
      <p className="panel">
        No earlier version of this chat is known yet. Changes made through Roomkeeper are listed here, and with background access outside
        changes too.
      </p>
    )
  return (
    <div className={`columns ${classes.page}`} data-comparing={isComparing || undefined}>
      <div className="column">
        <Timeline versions={versions} a={a} b={b} onChoose={choose} />
        <ShowOlder what="versions" reading={older} className="panel" />
        <p className="help overline panel">
          {plural(versions.length, '{count} version', '{count} versions')}
          {older.hasNextPage ? ' shown.' : '.'}{' '}
          {watchedSince === null ? 'Outside changes are not checked.' : `Kept for ${versionDays} days.`}
        </p>
        <div className="bottom-bar sticky-bottom on-phones">
          <Button variant="filled" fullWidth onClick={() => setComparing(true)}>
            Compare A and B
          </Button>
        </div>
      </div>
      <Comparison
        key={`${a} ${b}`}
        {...{ chat, versions, a, b }}
        onSwap={() => change({ a: b, b: a })}
        onBack={() => setComparing(false)}
      />
    </div>
  )
}

interface TimelineProps extends Pick<ComparisonProps, 'versions' | 'a' | 'b'> {
  onChoose: (side: 'a' | 'b', id: string) => void
}

/** The versions by day, newest first, with two columns to choose the ones to compare. */
function Timeline({ versions, a, b, onChoose }: TimelineProps) {
  const row = (id: string, at: string, icon: IconName, title: string, detail: string, name: string) => (
    <li key={id} className={classes.row} data-version={id} data-chosen={id === a || id === b || undefined}>
      <span className="num quiet">{at}</span>
      <Icon name={icon} />
      <span className="stack gap-0">
        <b className="medium outside">{title}</b>
        <span className="help outside cut" title={detail}>
          {detail}
        </span>
      </span>
      {(['a', 'b'] as const).map((side) => (
        <label key={side} className={classes.choice}>
          <input
            type="radio"
            name={`version-${side}`}
            aria-label={`${name} as ${side.toUpperCase()}`}
            checked={(side === 'a' ? a : b) === id}
            onChange={() => onChoose(side, id)}
          />
        </label>
      ))}
    </li>
  )
  return (
    <>
      <h2 className={classes.head}>
        <span className="grow">Now</span>
        <span>A</span>
        <span>B</span>
      </h2>
      <ul>{row(nowId, 'Now', 'clock', 'Current values', 'As the service holds them', 'Current values')}</ul>
      {byDay(versions).map(({ day, versions: ofDay }) => (
        <section key={day}>
          <h2 className={classes.head}>{day}</h2>
          <ul>
            {ofDay.map((version) =>
              row(
                version.id,
                minuteText(version.at),
                iconOf(version),
                titleOf(version),
                detailOf(version),
                `${titleOf(version)}, ${atInWords(version.at)},`,
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  )
}
