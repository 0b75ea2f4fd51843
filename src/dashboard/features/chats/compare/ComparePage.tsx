import { Button, IconButton, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import { useIsPhone } from '#dashboard/ui/page/use-media.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import { settingNames } from '#contract/settings-derive.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { modKey } from '#dashboard/ui/overlay/keys.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { FilledWindow } from '#dashboard/ui/page/FilledWindow.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { matrixAsCsv, matrixAsJson, saveFile } from './export-matrix.ts'
import type { MakeLike } from './MakeLikeDialog.tsx'
import classes from './matrix.module.css'
import { MatrixReview } from './MatrixReview.tsx'
import { MatrixTable } from './MatrixTable.tsx'
import type { Cell } from './model/change.ts'
import { PhoneMatrix } from './PhoneMatrix.tsx'
import { Toolbar } from './Toolbar.tsx'
import { allChats, type Matrix, useMatrix } from './use-matrix.ts'

const MakeLikeDialog = lazyPart(async () => (await import('./MakeLikeDialog.tsx')).MakeLikeDialog)

/** The settings of all chats side by side. */
export function ComparePage() {
  const reading = useSuspenseQuery(endpointQuery('chatList', {}))
  const matrix = useMatrix()
  const isPhone = useIsPhone()
  const [hasTools, showTools] = useState(false)
  const [makeLike, setMakeLike] = useState<MakeLike | null>(null)
  const isFiltered = matrix.chats.length < matrix.all.length
  const isEmpty = matrix.names.length === 0 || matrix.chats.length === 0
  return (
    <FilledWindow>
      <PlaceHead
        beside={<span className="help num not-on-phones">read {clock(reading.dataUpdatedAt)}</span>}
        actions={
          <>
            {isPhone && (
              <IconButton icon="filter" aria-label="Search and filters" aria-expanded={hasTools} onClick={() => showTools(!hasTools)} />
            )}
            <HeadActions
              matrix={matrix}
              onMakeLike={() => setMakeLike({ chatIds: isFiltered ? matrix.chats.map(({ id }) => id) : [], names: null })}
            />
          </>
        }
      />
      <StaleNotice what="The chats" reading={reading} />
      {(!isPhone || hasTools) && <Toolbar matrix={matrix} />}
      {isEmpty ? (
        <NothingShown matrix={matrix} />
      ) : isPhone ? (
        <PhoneMatrix matrix={matrix} />
      ) : (
        <MatrixTable matrix={matrix} onMakeLike={(cells) => setMakeLike(likeCells(cells))} />
      )}
      {!isPhone && !isEmpty && <Legend />}
      <MatrixReview matrix={matrix} />
      <Suspense fallback={<OverlayFallback />}>
        {makeLike && <MakeLikeDialog {...makeLike} chats={matrix.every} onClose={() => setMakeLike(null)} />}
      </Suspense>
    </FilledWindow>
  )
}

/** The chats and the settings of selected cells. */
const likeCells = (cells: readonly Cell[]): MakeLike => ({
  chatIds: [...new Set(cells.map(({ chat }) => chat.id))],
  names: [...new Set(cells.map(({ name }) => name))],
})

/** What can be done with all that the matrix shows. */
function HeadActions({ matrix, onMakeLike }: { matrix: Matrix; onMakeLike: () => void }) {
  const chats = matrix.chats.filter(({ access }) => access !== 'none')
  return (
    <>
      {chats.some(({ access }) => access === 'edit') && matrix.all.length > 1 && (
        <Button className="icon-on-phones" icon="merge" onClick={onMakeLike}>
          Make like…
        </Button>
      )}
      {chats.length > 0 && (
        <ActionMenu
          button={
            <Button className="icon-on-phones" icon="download">
              Export
            </Button>
          }
          items={() => (
            <>
              <Menu.Label>
                {counted(matrix.names.length, 'setting')} of {counted(chats.length, 'chat')}
              </Menu.Label>
              <Menu.Item onClick={() => saveFile('csv', matrixAsCsv(chats, matrix.names, matrix.context.catalogue))}>CSV</Menu.Item>
              <Menu.Item onClick={() => saveFile('json', matrixAsJson(chats, matrix.names))}>JSON</Menu.Item>
            </>
          )}
        />
      )}
    </>
  )
}

/** What the marks of the cells mean, and the keys that a spreadsheet has too. */
function Legend() {
  return (
    <div className={`row gap-16 fz-meta quiet rigid nowrap overline-strong ${classes.legend}`}>
      <span className="row gap-6">
        <i className={classes.diamond} /> Not the default
      </span>
      <span className="row gap-6">
        <i className={classes.unusual} /> Not what most chats have
      </span>
      <span className="row gap-6">
        <i className={classes.noEffect} /> No effect now
      </span>
      <span className="row gap-6">
        <Icon name="warning" size={12} className="warn" /> Suggestion
      </span>
      <span className="row gap-6 accent">
        <i className={classes.edited} /> Edited
      </span>
      <span className={`row gap-6 push ${classes.keys}`}>
        <kbd>Shift</kbd> <kbd>↑</kbd> <kbd>↓</kbd> extend
      </span>
      <span className={`row gap-6 ${classes.keys}`}>
        <kbd>{modKey}</kbd> <kbd>C</kbd> <kbd>V</kbd> copy, paste
      </span>
      <span className={`row gap-6 ${classes.keys}`}>
        <kbd>?</kbd> all keys
      </span>
    </div>
  )
}

/** In place of a table without rows or columns: why, and what would show some. */
function NothingShown({ matrix: { view, onView, all, chats } }: { matrix: Matrix }) {
  const [only] = all
  const showAll = <Button onClick={() => onView({ search: '', rows: 'all' })}>Show all {settingNames.length} settings</Button>
  if (!only)
    return (
      <EmptyState icon="columns" title="No chats yet" action={<LinkButton to={to.chats({ open: 'new' })}>New chat</LinkButton>}>
        Create a chat to compare its settings.
      </EmptyState>
    )
  if (chats.length === 0)
    return (
      <EmptyState icon="search" title="No chat matches" action={<Button onClick={() => onView(allChats)}>Show all chats</Button>}>
        No chat matches the filters.
      </EmptyState>
    )
  if (view.search)
    return (
      <EmptyState icon="search" title={`Nothing matches “${view.search}”`} action={showAll}>
        The search covers names, help texts, API fields and synonyms.
      </EmptyState>
    )
  if (view.rows === 'differ' && all.length === 1)
    return (
      <EmptyState icon="columns" title="Only one chat" action={<LinkButton to={to.settings(only.id)}>Open its settings</LinkButton>}>
        There is nothing to compare {chatTitle(only)} with.
      </EmptyState>
    )
  if (view.rows === 'differ')
    return (
      <EmptyState icon="done" title={plural(chats.length, 'No differences', 'All {count} chats agree')} action={showAll}>
        {plural(chats.length, 'Every setting has one value.', 'Every setting has the same value in all {shown} chats.', {
          shown: count(chats.length),
        })}
      </EmptyState>
    )
  return (
    <EmptyState icon="done" title={view.rows === 'findings' ? 'No suggestions' : 'Everything is at its default'} action={showAll}>
      No setting of these chats passes the filter.
    </EmptyState>
  )
}
