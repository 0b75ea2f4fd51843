import { Button, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useWayBack } from '#dashboard/platform/chats/new-in-chats.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'
import { Hint, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { FilledWindow } from '#dashboard/ui/page/FilledWindow.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import type { Analysis } from './analysis/analysis.ts'
import { ActivityStrip } from './filters/ActivityStrip.tsx'
import { useAnswer } from './filters/use-analysis.ts'
import { WaveHint } from './filters/WaveHint.tsx'
import { ListFoot } from './list/ListFoot.tsx'
import { itemsOf, MessageList } from './list/MessageList.tsx'
import classes from './messages.module.css'
import { MessagesToolbar } from './MessagesToolbar.tsx'
import { ChatSummaryPanel, MessagesBottom, SidePanel } from './SidePanel.tsx'
import { type MessageScreen, useMessageScreen } from './use-message-screen.ts'

const PostDrawer = lazyPart(async () => (await import('./post/PostDrawer.tsx')).PostDrawer)
const WordFilterTester = lazyPart(async () => (await import('./filters/WordFilterTester.tsx')).WordFilterTester)

/** The messages of a chat. Another chat starts with a fresh view. */
export function MessagesPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const chat = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } })).data.data
  return <MessagesView key={chatId} chat={chat} />
}

function MessagesView({ chat }: { chat: Chat }) {
  const screen = useMessageScreen(chat)
  const { reading, loaded, shown, subset, summary } = screen
  const items = useMemo(() => itemsOf(shown.list), [shown.list])
  const alike = useMemo(() => alikeOf(summary), [summary])
  if (reading.isPending) return <Loading what="the messages" />
  if (reading.isError && loaded.list.length === 0) return <LoadError what="The messages" reading={reading} />
  return (
    <FilledWindow>
      <div className="rigid scrolls-away">
        <MessagesToolbar screen={screen} />
        <ActivityStrip screen={screen} />
      </div>
      <StaleNotice what="New messages" reading={screen.newMessagesQuery} />
      <div className={classes.body}>
        <div className="column">
          {subset ? (
            <Hint
              action={
                <Button size="xs" onClick={screen.showAll}>
                  Show all
                </Button>
              }
            >
              {subset.title}
            </Hint>
          ) : (
            <WaveHint screen={screen} />
          )}
          <ListHead screen={screen} />
          <div className="column grow relative">
            <NewMessagesButton screen={screen} />
            <MessageList {...{ screen, items, alike }} foot={<ListFoot screen={screen} />} />
          </div>
          <MessagesBottom screen={screen} />
        </div>
        <SidePanel screen={screen} />
        <ChatSummaryPanel screen={screen} />
      </div>
      <Drawers screen={screen} />
    </FilledWindow>
  )
}

/** By message id, how many messages have nearly the same text: those of its wave, or those with an equal normal form. */
const alikeOf = (summary: MessageSummary | null): ReadonlyMap<number, number> =>
  new Map([...(summary?.repeated ?? []), ...(summary?.waves ?? []).flatMap(({ ids }) => ids.map((id) => [id, ids.length] as const))])

function ListHead({ screen: { shown, loaded, times, isComplete, chosen, selection, selectShown, onLoadAll } }: { screen: MessageScreen }) {
  const { isFiltered, list } = shown
  const selected = isFiltered ? list.filter(({ messageId }) => selection.ids.has(messageId)).length : chosen.length
  const all = list.length > 0 && selected === list.length
  return (
    <div className={classes.head}>
      <RowCheckbox
        label={`Select all ${count(list.length)} loaded${isFiltered ? ' that match' : ''}`}
        checked={all}
        indeterminate={selected > 0 && !all}
        disabled={list.length === 0}
        onChange={() => selectShown(!all)}
      />
      <span aria-hidden>Time</span>
      <span aria-hidden>Author</span>
      <span aria-hidden>Text</span>
      <span className="beside gap-10 num push">
        <span role="status" aria-label="What is loaded">
          {isFiltered && <b className="ink">{count(list.length)} of </b>}
          {isComplete ? `all ${count(loaded.list.length)}` : `${count(loaded.list.length)} loaded`}, {times}
        </span>
        {onLoadAll && (
          <PlainLinkButton className="fz-meta" onClick={onLoadAll}>
            Load all in this range
          </PlainLinkButton>
        )}
      </span>
    </div>
  )
}

/** Each drawer has its own Suspense boundary. Inside one that is already mounted, React would keep showing the page, with its shortcuts, while the code loads. */
function Drawers({ screen }: { screen: MessageScreen }) {
  const may = useMay()
  const { chat, view, change } = screen
  const onClose = () => change({ open: null })
  const goBack = useWayBack(onClose)
  return (
    <>
      {(view.open === 'post' || view.open === 'announce') && may('messages.write', chat.id) && (
        <Suspense fallback={<OverlayFallback />}>
          <PostDrawer chat={chat} onClose={view.open === 'post' ? onClose : goBack} isHere={view.open === 'post'} />
        </Suspense>
      )}
      {view.open === 'lab' && may('settings.read', chat.id) && (
        <Suspense fallback={<OverlayFallback />}>
          <WordFilterTester {...{ screen, onClose }} />
        </Suspense>
      )}
    </>
  )
}

/** Offers the new messages. They enter the list only on request, so that rows never move unexpectedly. */
export function NewMessagesButton({ screen }: { screen: MessageScreen }) {
  const { newMessages, hasMoreNewMessages, showNewMessages, analysis, list } = screen
  const suspects = useSuspects(analysis, newMessages)
  return (
    <div className={classes.newMessages} aria-live="polite">
      {newMessages.length > 0 && (
        <Button
          size="xs"
          variant="filled"
          icon="sortUp"
          rightSection={
            suspects > 0 && (
              <span className="inline-row">
                <Icon name="wave" size={14} /> {count(suspects)} {suspects === 1 ? 'looks' : 'look'} like spam
              </span>
            )
          }
          onClick={() => void showNewMessages().then(() => list.current?.toTop())}
        >
          {hasMoreNewMessages ? `More than ${count(newMessages.length)} new messages` : counted(newMessages.length, 'new message')}
        </Button>
      )}
    </div>
  )
}

/** How many of the new messages look like spam, by the analysis that finds waves; 0 until the answer arrives. @param newMessages newest first */
function useSuspects(analysis: Analysis, newMessages: readonly Message[]): number {
  const oldest = newMessages.at(-1)?.messageId
  const question = newMessages.length === 0 ? null : newMessages.map(({ messageId }) => messageId).join()
  // The button works without it.
  const { answer } = useAnswer(question, async () => {
    const suspects = await analysis.suspects(newMessages)
    return suspects === null ? null : { oldest, suspects }
  })
  // The last answer stays until the new messages are shown in the list.
  return answer?.oldest === oldest ? (answer?.suspects ?? 0) : 0
}
