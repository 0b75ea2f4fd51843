import { Button } from '@mantine/core'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { prepareJobs } from '#dashboard/platform/jobs/job.ts'
import { startJob, undoJob } from '#dashboard/platform/jobs/runner.ts'
import { undoBarChatId } from '#dashboard/platform/jobs/undo-bar.ts'
import { LoadError, StaleNotice, Hint } from '#dashboard/ui/feedback/notices.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { createStore } from '#dashboard/ui/store.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { MessagesMenu } from './MessagesMenu.tsx'
import { ChatPanel } from './ChatPanel.tsx'
import type { Survey } from './analysis/analyst.ts'
import type { Filter } from './analysis/filter.ts'
import type { Wave } from './analysis/waves.ts'
import { posterKey } from './analysis/posters.ts'
import classes from './Bench.module.css'
import { BenchBottom, BenchPanel } from './BenchPanel.tsx'
import { BenchSkeleton } from './BenchSkeleton.tsx'
import { BenchToolbar } from './BenchToolbar.tsx'
import { deletion } from './delete/delete-job.ts'
import { confirmMany } from './delete/delete-many.tsx'
import { ExportButton } from './export/ExportButton.tsx'
import { exportRange } from './export/export-messages.ts'
import { itemsOf } from './list/list-items.ts'
import { ListFoot } from './list/ListFoot.tsx'
import { ListHead } from './ListHead.tsx'
import { loadAll, useIsLoadingAll } from './load-all.ts'
import { MessageList, type ListHandle } from './list/MessageList.tsx'
import { NewsButton } from './list/NewsButton.tsx'
import { useSelection } from '#dashboard/ui/table/use-selection.ts'
import { SightStrip, type Sight } from './filters/SightStrip.tsx'
import { isOver, rangeWords, readRange, writeRange } from './time-range.ts'
import { useAnalysis } from './filters/use-analysis.ts'
import { useBenchKeys } from './use-bench-keys.ts'
import { useGoing } from './list/use-going.ts'
import { useLatest } from './use-latest.ts'
import { useLeft } from './list/use-left.ts'
import { useRoom } from './use-room.ts'
import { useShown, type Only } from './filters/use-shown.ts'
import { useMessageListView } from './view.ts'
import { useWaves } from './filters/use-waves.ts'
import { WaveHint } from './filters/WaveHint.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const PostDrawer = lazyPart(async () => (await import('./post/PostDrawer.tsx')).PostDrawer)
const FilterLab = lazyPart(async () => (await import('./filters/FilterLab.tsx')).FilterLab)

/** How long a deletion can be taken back before anything is sent, in milliseconds. */
const undoTime = 6000
const liveKey = 'roomkeeper-live'
const idOf = ({ messageId }: Message) => messageId
const idsOf = (messages: readonly Message[]) => messages.map(idOf)

/** Where messages are read, searched, chosen and removed. */
export function Bench({ chat }: { chat: Chat }) {
  const chatId = chat.id
  const [view, change] = useMessageListView()
  const [live, setLive] = useState(() => localStorage.getItem(liveKey) !== 'off')
  const [wave, setWave] = useState<Only | null>(null)
  const [card, setCard] = useState<Message | null>(null)
  const [sight] = useState(() => createStore<Sight | null>(null))
  const [picking, setPicking] = useState(false)
  const list = useRef<ListHandle>(null)

  const left = useLeft(view.left)
  const { preset, range } = useMemo(() => readRange(left?.range ?? view.range), [left?.range, view.range])
  const canBeLive = !isOver(range)
  const room = useRoom(chatId, range, live && canBeLive)
  const { reading, loaded } = room
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = reading
  const isLoadingAll = useIsLoadingAll(chatId, range)
  const { analysis, fed, survey } = useAnalysis(loaded)
  // A wave that was deleted is not shown alone any more: the rest comes back.
  const isWaveLeft = useMemo(() => wave !== null && [...wave.ids].some((id) => loaded.byId.has(id)), [wave, loaded])
  const only = left ?? (isWaveLeft ? wave : null)
  const { text, isRegexp, poster, hasLink, repeated } = view
  const filter: Filter = { text, isRegexp, poster, hasLink, repeated }
  const shown = useShown(loaded, analysis, fed, filter, only)
  const items = useMemo(() => itemsOf(shown.list), [shown.list])
  const { going, held } = useGoing(chatId)
  const selection = useSelection({ rows: shown.list, idOf, isSelectable: (id) => !going.has(id), onlyAdds: true })
  const chosen = useMemo(() => loaded.list.filter(({ messageId }) => selection.ids.has(messageId)), [loaded, selection.ids])
  const alike = useMemo(() => alikeOf(survey), [survey])
  const cursorMessage = selection.cursor === null ? undefined : loaded.byId.get(selection.cursor)

  useEffect(() => {
    prepareJobs()
    undoBarChatId.set(chatId)
    return () => undoBarChatId.set(null)
  }, [chatId])

  function reveal(messageId: number) {
    selection.move(messageId)
    list.current?.reveal(messageId)
  }

  async function remove(messages: readonly Message[]) {
    const choice = messages.filter(({ messageId }) => !going.has(messageId))
    if (choice.length === 0) return
    const start = async () => {
      await startJob({ ...deletion(chat, choice), holdFor: undoTime })
      selection.set(idsOf(choice), false)
    }
    await confirmMany(chat, choice, start).catch((error: unknown) =>
      toastError('Nothing was deleted: this browser cannot store the list of messages to delete', error),
    )
  }
  const removeChosen = () => void remove(chosen.length > 0 ? chosen : cursorMessage ? [cursorMessage] : [])
  const openCard = () => cursorMessage && setCard(cursorMessage)
  const keys = useBenchKeys({ shown: shown.list, selection, list, onDelete: removeChosen, onOpen: openCard })

  const waves = useWaves(survey, going, reveal)
  const showWave = ({ ids }: Wave) =>
    setWave({ title: `Only the ${counted(ids.length, 'message')} of a wave are shown.`, ids: new Set(ids) })

  const acts = useLatest({
    toggle: selection.toggle,
    remove: (messageId: number) => void remove(shown.list.filter((message) => message.messageId === messageId)),
    showPoster: setCard,
    onlyPoster: (message: Message) => change({ poster: posterKey(message) }),
  })
  const onSight = useCallback(
    (newest: Message, oldest: Message) => {
      const before = sight.get()
      if (before?.newest !== newest || before.oldest !== oldest) sight.set({ newest, oldest })
    },
    [sight],
  )
  // With a filter the end is always near: then whoever looks decides how much is read. What a deletion left is looked for to the last one.
  const wantsMore = left ? shown.list.length < left.ids.size : !shown.isFiltered
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isLoadingAll && wantsMore) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, isLoadingAll, wantsMore, fetchNextPage])

  function jump(at: number) {
    const message = loaded.list.find(({ time }) => time <= at)
    const isLoaded = !hasNextPage || (loaded.list.at(-1)?.time ?? at) <= at
    if (!message || !isLoaded) return change({ range: writeRange({ to: at }) })
    reveal(message.messageId)
  }

  if (reading.isPending) return <BenchSkeleton />
  if (reading.isError && loaded.list.length === 0)
    return <LoadError what="The messages" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />

  const onLoadAll = hasNextPage && !isLoadingAll ? () => void loadAll(chat, range) : null
  const exportMenu = (
    <ExportButton {...{ chat, range }} selected={chosen} shown={shown.list} isFiltered={shown.isFiltered} complete={!hasNextPage} />
  )

  return (
    <div className="column fills-window" data-fills-window>
      <div className="rigid">
        <BenchToolbar
          {...{ view, change, preset, range, survey, live, canBeLive, exportMenu }}
          loaded={loaded.list.length}
          searchError={shown.error}
          news={room.news}
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
              onUndo={held.length > 0 ? () => held.forEach(({ id }) => void undoJob(id)) : null}
              onOpenCard={openCard}
              onExportAll={() => void exportRange(chat, {}, 'csv')}
            />
          }
        />
        <SightStrip
          chatId={chatId}
          sight={sight}
          buckets={survey?.activity ?? []}
          onBrush={(next) => change({ range: writeRange(next) })}
        />
      </div>
      <StaleNotice what="New messages" reading={room.news} />
      <div className={classes.body}>
        <div className="column">
          {only && (
            <Hint
              action={
                <Button size="xs" onClick={() => (left ? change({ left: null }) : setWave(null))}>
                  Show all
                </Button>
              }
            >
              {only.title}
            </Hint>
          )}
          {!only && <WaveHint waves={waves} onShow={showWave} onSelect={({ ids }) => selection.set(ids, true)} />}
          <ListHead
            shown={shown.list.length}
            loaded={loaded.list.length}
            isFiltered={shown.isFiltered}
            times={rangeWords(loaded.list.length > 0 ? { from: loaded.list.at(-1)!.time, to: loaded.list[0]!.time } : range)}
            complete={!hasNextPage}
            selectedOfShown={shown.isFiltered ? shown.list.filter(({ messageId }) => selection.ids.has(messageId)).length : chosen.length}
            onSelectShown={(on) => selection.set(idsOf(shown.list), on)}
            onLoadAll={onLoadAll}
          />
          <div className="column grow relative">
            <NewsButton {...{ room, analysis }} onTaken={() => list.current?.toTop()} />
            <MessageList
              ref={list}
              {...{ items, going, acts, onSight, onEnd }}
              selected={selection.ids}
              alike={alike}
              cursor={selection.cursor}
              onKey={keys.onListKey}
              foot={
                <ListFoot
                  {...{ reading, view, change, onLoadAll, isLoadingAll }}
                  shown={shown.list.length}
                  loaded={loaded.list.length}
                  isFiltered={shown.isFiltered}
                  searching={shown.searching}
                />
              }
            />
          </div>
          <BenchBottom {...{ chosen, held, exportMenu, selection, sight }} onDelete={removeChosen} />
        </div>
        <BenchPanel
          {...{ card, chosen, exportMenu, selection, sight }}
          loaded={loaded.list}
          onCloseCard={() => setCard(null)}
          onOnly={(of) => change({ poster: posterKey(of) })}
          onDelete={removeChosen}
        />
        <ChatPanel survey={survey} onWave={showWave} onAuthor={(key) => change({ poster: key })} />
      </div>
      {/* Each has its own boundary: one that is there before would keep the page, and its keys, while the code is loading. */}
      {view.open === 'post' && (
        <Suspense fallback={<OverlayFallback />}>
          <PostDrawer chat={chat} onClose={() => change({ open: null })} />
        </Suspense>
      )}
      {view.open === 'lab' && (
        <Suspense fallback={<OverlayFallback />}>
          <FilterLab
            {...{ chat, analysis, fed, loaded }}
            onClose={() => change({ open: null })}
            onSelect={(ids) => selection.set(ids, true)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** How many say almost the same, by id: the whole wave, or those with the same text. */
const alikeOf = (survey: Survey | null): ReadonlyMap<number, number> =>
  new Map([...(survey?.repeated ?? []), ...(survey?.waves ?? []).flatMap(({ ids }) => ids.map((id) => [id, ids.length] as const))])
