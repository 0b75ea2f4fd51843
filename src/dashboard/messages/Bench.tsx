import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { jobs, prepareJobs } from '../ui/jobs/job.ts'
import { startJob, undoJob } from '../ui/jobs/runner.ts'
import { heldInSight } from '../ui/jobs/undo-bar.ts'
import { LoadFailure, Stale, Hint } from '../ui/notes.tsx'
import { count, counted } from '../ui/numbers.ts'
import { Opening } from '../ui/Opening.tsx'
import { createStore } from '../ui/store.ts'
import { sayFailed } from '../ui/toast.tsx'
import { ActionMenu } from './ActionMenu.tsx'
import type { Survey } from './analysis/analyst.ts'
import type { Filter } from './analysis/filter.ts'
import { posterKey } from './analysis/posters.ts'
import classes from './Bench.module.css'
import { BenchBottom, BenchPanel } from './BenchPanel.tsx'
import { BenchSkeleton } from './BenchSkeleton.tsx'
import { BenchToolbar } from './BenchToolbar.tsx'
import { deletion, detailOf } from './delete-job.ts'
import { ExportButton } from './ExportButton.tsx'
import { exportRange } from './export-messages.ts'
import { itemsOf } from './list-items.ts'
import { ListFoot } from './ListFoot.tsx'
import { ListHead } from './ListHead.tsx'
import { loadAll, useIsLoadingAll } from './load-all.ts'
import { MessageList, type ListHandle } from './MessageList.tsx'
import { NewsButton } from './NewsButton.tsx'
import { useSelection } from './selection.ts'
import { SightStrip, type Sight } from './SightStrip.tsx'
import { isOver, rangeWords, readRange, writeRange } from './time-range.ts'
import { useAnalysis } from './use-analysis.ts'
import { useBenchKeys } from './use-bench-keys.ts'
import { useGoing } from './use-going.ts'
import { useRoom } from './use-room.ts'
import { useShown, type Only } from './use-shown.ts'
import { useView } from './view.ts'
import { WaveHint } from './WaveHint.tsx'

const PostDrawer = lazy(async () => ({ default: (await import('./PostDrawer.tsx')).PostDrawer }))
const FilterLab = lazy(async () => ({ default: (await import('./FilterLab.tsx')).FilterLab }))

/** How long a deletion can be taken back before anything is sent, in milliseconds. */
const undoTime = 6000
const liveKey = 'roomkeeper-live'
const idsOf = (messages: readonly Message[]) => messages.map(({ messageId }) => messageId)

/** Where messages are read, searched, chosen and removed. */
export function Bench({ chat }: { chat: Chat }) {
  const chatId = chat.id
  const [view, change] = useView()
  const [live, setLive] = useState(() => localStorage.getItem(liveKey) !== 'off')
  const [wave, setWave] = useState<Only | null>(null)
  const [hiddenWaves, setHiddenWaves] = useState<ReadonlySet<number>>(() => new Set())
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
  const only = left ?? wave
  const { text, isRegexp, poster, hasLink, repeated } = view
  const filter: Filter = { text, isRegexp, poster, hasLink, repeated }
  const shown = useShown(loaded, analysis, fed, filter, only)
  const items = useMemo(() => itemsOf(shown.list), [shown.list])
  const { going, held } = useGoing(chatId)
  const selection = useSelection(shown.list, (id) => !going.has(id))
  const chosen = useMemo(() => loaded.list.filter(({ messageId }) => selection.ids.has(messageId)), [loaded, selection.ids])
  const alike = useMemo(() => alikeOf(survey), [survey])
  const cursorMessage = selection.cursor === null ? undefined : loaded.byId.get(selection.cursor)

  useEffect(() => {
    prepareJobs()
    heldInSight.set(chatId)
    return () => heldInSight.set(null)
  }, [chatId])

  async function remove(messages: readonly Message[]) {
    const choice = messages.filter(({ messageId }) => !going.has(messageId))
    if (choice.length === 0) return
    try {
      await startJob({ ...deletion(chat, choice), holdFor: undoTime })
      selection.set(idsOf(choice), false)
    } catch (error) {
      sayFailed('Nothing was deleted: this browser cannot keep the list of what is to go', error)
    }
  }
  const removeChosen = () => void remove(chosen.length > 0 ? chosen : cursorMessage ? [cursorMessage] : [])
  const openCard = () => cursorMessage && setCard(cursorMessage)
  const keys = useBenchKeys({ shown: shown.list, selection, list, onDelete: removeChosen, onOpen: openCard })

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
    selection.move(message.messageId)
    list.current?.reveal(message.messageId)
  }

  if (reading.isPending) return <BenchSkeleton />
  if (reading.isError && loaded.list.length === 0)
    return <LoadFailure what="The messages" error={reading.error} act={reading.refetch} busy={reading.isFetching} />

  const onLoadAll = hasNextPage && !isLoadingAll ? () => void loadAll(chat, range) : null
  const shownWave = survey?.waves.find(({ ids }) => !hiddenWaves.has(ids[0]!) && !ids.every((id) => going.has(id)))
  const exportMenu = (
    <ExportButton {...{ chat, range }} selected={chosen} shown={shown.list} isFiltered={shown.isFiltered} complete={!hasNextPage} />
  )

  return (
    <div className={classes.bench} data-fills-window>
      <div className={classes.tools}>
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
            <ActionMenu
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
      <Stale what="New messages" reading={room.news} />
      <div className={classes.body}>
        <div className={classes.column}>
          {only && (
            <Hint
              act={
                <Button size="xs" onClick={() => (left ? change({ left: null }) : setWave(null))}>
                  Show all
                </Button>
              }
            >
              {only.title}
            </Hint>
          )}
          {!only && shownWave && (
            <WaveHint
              wave={shownWave}
              others={(survey?.waves.length ?? 1) - 1}
              onShow={() =>
                setWave({ title: `Only the ${count(shownWave.ids.length)} messages of a wave are shown.`, ids: new Set(shownWave.ids) })
              }
              onSelect={() => selection.set(shownWave.ids, true)}
              onDismiss={() => setHiddenWaves(new Set([...hiddenWaves, shownWave.ids[0]!]))}
            />
          )}
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
          <div className={classes.list}>
            <NewsButton room={room} onTaken={() => list.current?.toTop()} />
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
          <BenchBottom {...{ chosen, held, exportMenu, sight }} onClear={selection.clear} onDelete={removeChosen} />
        </div>
        <BenchPanel
          {...{ card, chosen, exportMenu, selection, sight }}
          loaded={loaded.list}
          onCloseCard={() => setCard(null)}
          onOnly={(of) => change({ poster: posterKey(of) })}
          onDelete={removeChosen}
        />
      </div>
      <Suspense fallback={<Opening />}>
        {view.open === 'post' && <PostDrawer chat={chat} onClose={() => change({ open: null })} />}
        {view.open === 'lab' && (
          <FilterLab
            {...{ chat, analysis, fed, loaded }}
            onClose={() => change({ open: null })}
            onSelect={(ids) => selection.set(ids, true)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** How many say almost the same, by id: the whole wave, or those with the same text. */
const alikeOf = (survey: Survey | null): ReadonlyMap<number, number> =>
  new Map([...(survey?.repeated ?? []), ...(survey?.waves ?? []).flatMap(({ ids }) => ids.map((id) => [id, ids.length] as const))])

/** What a deletion did not bring away, when the address asks for it. */
function useLeft(jobId: string | null): (Only & { range: string }) | null {
  const job = jobs.use().find(({ id }) => id === jobId)
  return useMemo(() => {
    const detail = detailOf(job)
    if (!detail) return null
    const { left, from, to } = detail
    return {
      title: `Only what a deletion left is shown: ${counted(left.length, 'message')}.`,
      ids: new Set(left),
      range: writeRange({ from, to }),
    }
  }, [job])
}

/** Functions that do what the last drawing gave them, in an object that stays the same. */
function useLatest<Acts extends Record<string, (...args: never[]) => void>>(acts: Acts): Acts {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const [stable] = useState(
    () => Object.fromEntries(Object.keys(acts).map((name) => [name, (...args: never[]) => latest.current[name]!(...args)])) as Acts,
  )
  return stable
}
