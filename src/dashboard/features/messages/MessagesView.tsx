import { Button } from '@mantine/core'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { undoMs } from '#contract/undo-time.ts'
import type { Hit } from '#contract/workspace/review.ts'
import { prepareJobs } from '#dashboard/platform/jobs/job.ts'
import { undoBarChatId } from '#dashboard/platform/jobs/page-jobs.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Hint, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { createStore } from '#dashboard/ui/store.ts'
import { useSelection } from '#dashboard/ui/table/use-selection.ts'
import { authorKey } from '#engine/analysis/authors.ts'
import type { MessageFilter } from '#engine/analysis/filter.ts'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import type { Wave } from '#engine/analysis/waves.ts'
import { ChatSummaryPanel } from './ChatSummaryPanel.tsx'
import { startDeletions } from './delete/delete-job.ts'
import { confirmMany } from './delete/delete-many.tsx'
import { deletionsLeftText, useDeletionsLeft } from './delete/deletions-left.ts'
import { exportRange } from './export/export-messages.ts'
import { ExportButton } from './export/ExportButton.tsx'
import { useAnalysis } from './filters/use-analysis.ts'
import { type MessageSubset, useFiltered } from './filters/use-filtered.ts'
import { useWaves } from './filters/use-waves.ts'
import { isInSight, VisibleActivity, type VisibleRange } from './filters/VisibleActivity.tsx'
import { WaveHint } from './filters/WaveHint.tsx'
import { itemsOf } from './list/list-items.ts'
import { ListFoot } from './list/ListFoot.tsx'
import { type ListHandle, MessageList } from './list/MessageList.tsx'
import { NewMessagesButton } from './list/NewMessagesButton.tsx'
import { useDeleting } from './list/use-deleting.ts'
import { useRemaining } from './list/use-remaining.ts'
import { ListHead } from './ListHead.tsx'
import { loadAll, useIsLoadingAll } from './load-all.ts'
import classes from './messages.module.css'
import { MessagesMenu } from './MessagesMenu.tsx'
import { MessagesSkeleton } from './MessagesSkeleton.tsx'
import { MessagesToolbar } from './MessagesToolbar.tsx'
import { useRuleHits } from './rules/use-rule-hits.ts'
import { MessagesBottom, SidePanel } from './SidePanel.tsx'
import { formatRange, writeRange } from './time-range.ts'
import { useChatMessages } from './use-chat-messages.ts'
import { useMessageKeys } from './use-message-keys.ts'
import { useTimeRange } from './use-time-range.ts'
import { useMessageListView } from './view.ts'

const PostDrawer = lazyPart(async () => (await import('./post/PostDrawer.tsx')).PostDrawer)
const WordFilterTester = lazyPart(async () => (await import('./filters/WordFilterTester.tsx')).WordFilterTester)

const liveKey = 'roomkeeper-live'
const idOf = ({ messageId }: Message) => messageId
const idsOf = (messages: readonly Message[]) => messages.map(idOf)

/** Reads, searches, selects and deletes the messages of a chat. */
export function MessagesView({ chat }: { chat: Chat }) {
  const chatId = chat.id
  const may = useMay()
  const mayDelete = may('messages.delete', chatId)
  const deletionsLeft = useDeletionsLeft()
  const [view, change] = useMessageListView()
  const [live, setLive] = useState(() => localStorage.getItem(liveKey) !== 'off')
  const [wave, setWave] = useState<MessageSubset | null>(null)
  const [card, setCard] = useState<Message | null>(null)
  const [visibleRange] = useState(() => createStore<VisibleRange | null>(null))
  const [picking, setPicking] = useState(false)
  const list = useRef<ListHandle>(null)

  const remaining = useRemaining(view.remaining)
  const { preset, range, isOver } = useTimeRange(remaining?.range ?? view.range)
  const canBeLive = !isOver
  const messages = useChatMessages(chatId, range, live && canBeLive)
  const { reading, loaded, isStuck, isComplete } = messages
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = reading
  const isLoadingAll = useIsLoadingAll(chatId, range)
  const { analysis, fed, summary } = useAnalysis(loaded)
  // Once a wave is deleted, all messages are shown again.
  const isWaveLeft = useMemo(() => wave !== null && [...wave.ids].some((id) => loaded.byId.has(id)), [wave, loaded])
  const subset = remaining ?? (isWaveLeft ? wave : null)
  const { text, isRegexp, author, hasLink, repeated } = view
  const filter: MessageFilter = { text, isRegexp, author, hasLink, repeated }
  const ruleHits = useRuleHits(chatId, range)
  const byRules = useMemo(() => [...ruleHits.hits.keys()].filter((id) => loaded.byId.has(id)).length, [ruleHits.hits, loaded])
  const shown = useFiltered(loaded, analysis, fed, filter, subset, view.byRules ? ruleHits.hits : null)
  const items = useMemo(() => itemsOf(shown.list), [shown.list])
  const { deleting, held, begin, onUndo } = useDeleting(chatId)
  const selection = useSelection({ rows: shown.list, idOf, isSelectable: (id) => !deleting.has(id), onlyAdds: true })
  const chosen = useMemo(() => loaded.list.filter(({ messageId }) => selection.ids.has(messageId)), [loaded, selection.ids])
  const alike = useMemo(() => alikeOf(summary), [summary])
  const cursorMessage = selection.cursor === null ? undefined : loaded.byId.get(selection.cursor)

  const canSelect = !reading.isPending
  useEffect(() => {
    if (canSelect) prepareJobs()
  }, [canSelect])
  useEffect(() => {
    undoBarChatId.set(chatId)
    return () => undoBarChatId.set(null)
  }, [chatId])

  function reveal(messageId: number) {
    selection.move(messageId)
    list.current?.reveal(messageId)
  }

  async function remove(messages: readonly Message[]) {
    const deletable = messages.filter(({ messageId }) => !deleting.has(messageId))
    if (deletable.length === 0) return
    if (deletionsLeft && deletable.length > deletionsLeft.left) {
      toastWarning('Nothing was deleted', deletionsLeftText(deletionsLeft))
      return
    }
    // The side panel closes as the undo bar opens: closing it later would move the bar away from a pointer on its way to Undo.
    const onShow = () => selection.set(idsOf(deletable), false)
    const start = () => begin(deletable, () => startDeletions(chat, deletable, undoMs, onShow))
    await confirmMany(chat, deletable, start).catch((error: unknown) => toastError('The deletion was not started', error))
  }
  function removeChosenOrCursor() {
    if (chosen.length > 0) return void remove(chosen)
    if (!cursorMessage || !shown.list.includes(cursorMessage)) return
    // A message that was scrolled out of sight is shown first: nobody can have meant it.
    if (isInSight(visibleRange.get(), cursorMessage)) void remove([cursorMessage])
    else reveal(cursorMessage.messageId)
  }
  const removeChosen = mayDelete ? removeChosenOrCursor : null
  const openCard = () => cursorMessage && setCard(cursorMessage)
  const hitAtCursor = mayDelete && selection.cursor !== null ? ruleHits.hits.get(selection.cursor) : undefined
  const onStay = hitAtCursor && isOpen(hitAtCursor) ? () => void ruleHits.stay(hitAtCursor) : null
  const keys = useMessageKeys({ shown: shown.list, selection, list, onDelete: removeChosen, onStay, onOpen: openCard })

  const waves = useWaves(summary, deleting, reveal)
  const showWave = ({ ids }: Wave) =>
    setWave({ title: `Only the ${counted(ids.length, 'message')} of a wave are shown.`, ids: new Set(ids) })

  const actions = useLatest({
    toggle: selection.toggle,
    remove: (messageId: number) => void remove(shown.list.filter((message) => message.messageId === messageId)),
    showAuthor: setCard,
    stay: (hit: Hit) => void ruleHits.stay(hit),
    onlyAuthor: (message: Message) => change({ author: authorKey(message) }),
  })
  const onSight = useCallback(
    (newest: Message, oldest: Message) => {
      const before = visibleRange.get()
      if (before?.newest !== newest || before.oldest !== oldest) visibleRange.set({ newest, oldest })
    },
    [visibleRange],
  )
  // A filter keeps the end of the list near, so pages are then loaded only on request. Messages that a deletion left are loaded until all are found.
  const wantsMore = remaining ? shown.list.length < remaining.ids.size : !shown.isFiltered
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isLoadingAll && wantsMore) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, isLoadingAll, wantsMore, fetchNextPage])

  function jump(at: number) {
    const message = loaded.list.find(({ time }) => time <= at)
    const isLoaded = isComplete || (loaded.list.at(-1)?.time ?? at) <= at
    if (!message || !isLoaded) return change({ range: writeRange({ to: at }) })
    reveal(message.messageId)
  }

  if (reading.isPending) return <MessagesSkeleton />
  if (reading.isError && loaded.list.length === 0)
    return <LoadError what="The messages" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />

  const onLoadAll = hasNextPage && !isLoadingAll ? () => void loadAll(chat, range) : null
  const exportMenu = (
    <ExportButton {...{ chat, range }} selected={chosen} shown={shown.list} isFiltered={shown.isFiltered} complete={isComplete} />
  )

  return (
    <div className="column fills-window" data-fills-window>
      <div className="rigid">
        <MessagesToolbar
          chatId={chatId}
          {...{ view, change, preset, range, summary, live, canBeLive, exportMenu }}
          loaded={loaded.list.length}
          byRules={byRules}
          searchError={shown.error}
          newMessages={messages.newMessagesQuery}
          onToggleLive={() => {
            localStorage.setItem(liveKey, live ? 'off' : 'on')
            setLive(!live)
          }}
          onJump={jump}
          picking={picking}
          onPicking={setPicking}
          menu={
            <MessagesMenu
              {...{ chat, change, onLoadAll }}
              shown={shown.list.length}
              selected={chosen.length}
              onMove={keys.move}
              onToggle={keys.toggle}
              onJump={() => setPicking(true)}
              onSelectShown={() => selection.set(idsOf(shown.list), true)}
              onClear={selection.clear}
              onDelete={removeChosen}
              onUndo={onUndo}
              onOpenCard={openCard}
              onExportAll={() => void exportRange(chat, {}, 'csv')}
            />
          }
        />
        <VisibleActivity
          chatId={chatId}
          visibleRange={visibleRange}
          buckets={summary?.activity ?? []}
          onBrush={(next) => change({ range: writeRange(next) })}
        />
      </div>
      <StaleNotice what="New messages" reading={messages.newMessagesQuery} />
      <div className={classes.body}>
        <div className="column">
          {subset && (
            <Hint
              action={
                <Button size="xs" onClick={() => (remaining ? change({ remaining: null }) : setWave(null))}>
                  Show all
                </Button>
              }
            >
              {subset.title}
            </Hint>
          )}
          {!subset && <WaveHint waves={waves} hits={ruleHits.hits} onShow={showWave} onSelect={({ ids }) => selection.set(ids, true)} />}
          <ListHead
            shown={shown.list.length}
            loaded={loaded.list.length}
            isFiltered={shown.isFiltered}
            times={formatRange(loaded.list.length > 0 ? { from: loaded.list.at(-1)!.time, to: loaded.list[0]!.time } : range)}
            complete={isComplete}
            selectedOfShown={shown.isFiltered ? shown.list.filter(({ messageId }) => selection.ids.has(messageId)).length : chosen.length}
            onSelectShown={(on) => selection.set(idsOf(shown.list), on)}
            onLoadAll={onLoadAll}
          />
          <div className="column grow relative">
            <NewMessagesButton {...{ messages, analysis }} onShown={() => list.current?.toTop()} />
            <MessageList
              ref={list}
              {...{ items, deleting, ruleHits, actions, onSight, onEnd }}
              selected={selection.ids}
              alike={alike}
              cursor={selection.cursor}
              onKey={keys.onListKey}
              foot={
                <ListFoot
                  {...{ reading, isStuck, view, change, onLoadAll, isLoadingAll }}
                  shown={shown.list.length}
                  loaded={loaded.list.length}
                  isFiltered={shown.isFiltered}
                  searching={shown.searching}
                />
              }
            />
          </div>
          <MessagesBottom {...{ chosen, held, onUndo, exportMenu, selection, visibleRange }} onDelete={removeChosen} />
        </div>
        <SidePanel
          {...{ card, chosen, exportMenu, selection, visibleRange }}
          loaded={loaded.list}
          onCloseCard={() => setCard(null)}
          onOnly={(of) => change({ author: authorKey(of) })}
          onDelete={removeChosen}
        />
        <ChatSummaryPanel summary={summary} onWave={showWave} onAuthor={(key) => change({ author: key })} />
      </div>
      {/* Each drawer has its own Suspense boundary. Inside one that is already mounted, React would keep showing the page, with its shortcuts, while the code loads. */}
      {view.open === 'post' && may('messages.write', chatId) && (
        <Suspense fallback={<OverlayFallback />}>
          <PostDrawer chat={chat} onClose={() => change({ open: null })} />
        </Suspense>
      )}
      {view.open === 'lab' && may('settings.read', chatId) && (
        <Suspense fallback={<OverlayFallback />}>
          <WordFilterTester
            {...{ chat, analysis, fed, loaded }}
            onClose={() => change({ open: null })}
            onSelect={(ids) => selection.set(ids, true)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** By message id, how many messages have nearly the same text: those of its wave, or those with an equal normal form. */
const alikeOf = (summary: MessageSummary | null): ReadonlyMap<number, number> =>
  new Map([...(summary?.repeated ?? []), ...(summary?.waves ?? []).flatMap(({ ids }) => ids.map((id) => [id, ids.length] as const))])
