import { useMediaQuery } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useRef, type KeyboardEvent } from 'react'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { Grid } from './grid/Grid.tsx'
import { useGridSelection } from './grid/use-selection.ts'
import { useHeads } from './heads/use-heads.tsx'
import { NothingShown } from './NothingShown.tsx'
import { Legend } from './Legend.tsx'
import { chatLine, gridRows, settingLine } from './model/lines.ts'
import { afterKey, single } from './model/selection.ts'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { useMatrix } from './use-matrix.ts'
import { MatrixReview } from './review/MatrixReview.tsx'
import { useMatrixView, type MatrixView } from './view.ts'

const ResultPage = lazyPart(async () => (await import('./result/ResultPage.tsx')).ResultPage)

/** The settings of all chats side by side, or what became of a save of them. */
export function MatrixPage() {
  const [view, changeView] = useMatrixView()
  return view.save === null ? (
    <MatrixOfChats view={view} onView={changeView} />
  ) : (
    <Suspense>
      <ResultPage key={view.save} saveId={view.save} />
    </Suspense>
  )
}

interface MatrixOfChatsProps {
  view: MatrixView
  onView: (change: Partial<MatrixView>) => void
}

function MatrixOfChats({ view, onView: changeView }: MatrixOfChatsProps) {
  const reading = useSuspenseQuery(endpointQuery('chatList', {}))
  const actions = useLatest({ changeView })
  const matrix = useMatrix(view)
  const { chats, names, context } = matrix
  const narrow = useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false })

  const lines = useMemo(() => ({ settings: names.map(settingLine), chats: chats.map(chatLine) }), [names, chats])
  const isTransposed = view.columns === 'settings'
  const columns = isTransposed ? lines.settings : lines.chats
  const { rows, open } = useMemo(
    () => gridRows(isTransposed ? lines.chats : lines.settings, view.search ? [] : view.closed),
    [isTransposed, lines, view.closed, view.search],
  )
  const { selection, select } = useGridSelection(open, columns)
  const heads = useHeads({ matrix, view, onView: actions.changeView })
  const first = useRef(single({ row: 0, column: 0 }))

  function onKeyDown(event: KeyboardEvent, page: number) {
    if (event.altKey || event.defaultPrevented) return
    const extent = { rows: open.length, columns: columns.length, page }
    const next = afterKey(
      selection ?? first.current,
      { key: event.key, mod: event.ctrlKey || event.metaKey, shift: event.shiftKey },
      extent,
    )
    if (!next) return
    event.preventDefault()
    select(next)
  }

  return (
    <div className="column fills-window" data-fills-window>
      <PageHead beside={<span className="help num">read {clock(reading.dataUpdatedAt)}</span>} />
      <StaleNotice what="The chats" reading={reading} />
      <Toolbar {...{ view, matrix }} onView={changeView} />
      {(open.length === 0 && rows.length === 0) || columns.length === 0 ? (
        <NothingShown {...{ view, matrix }} onView={changeView} />
      ) : (
        <Grid
          label="Settings of all chats"
          rows={rows}
          lines={open}
          columns={columns}
          context={context}
          selection={selection}
          onSelect={select}
          onKeyDown={onKeyDown}
          rowHeight={narrow ? 40 : 28}
          headWidth={narrow ? 220 : 284}
          heads={heads}
        />
      )}
      <Legend />
      <MatrixReview all={matrix.all} drafts={matrix.drafts} context={context} view={view} onView={changeView} />
    </div>
  )
}
