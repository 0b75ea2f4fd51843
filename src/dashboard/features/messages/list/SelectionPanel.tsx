import { Button } from '#dashboard/ui/form/Button.tsx'
import { Suspense, useId, useMemo, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import type { DeletionsLeft } from '#contract/gateway/limits.ts'
import { Meter } from '#dashboard/ui/feedback/Meter.tsx'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { ListSection } from '#dashboard/ui/page/Section.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { authorKey } from '#engine/analysis/indexed-message.ts'
import { normalForm } from '#engine/analysis/normal-form.ts'
import { groupBy } from '#engine/group-by.ts'
import { deletionsLeftText } from '../use-deletions.tsx'
import { ExportButton } from '../ExportButton.tsx'
import { AuthorCount } from '../MessageText.tsx'
import { isInSight, type MessageScreen } from '../use-message-screen.ts'
import classes from './list.module.css'

const SelectionDrawer = lazyPart(async () => (await import('./SelectionDrawer.tsx')).SelectionDrawer)

interface SelectionProps {
  screen: MessageScreen
}

export function SelectionPanel({ screen }: SelectionProps) {
  const reasonId = useId()
  const { left, beyond } = limitOf(screen)
  return (
    <>
      <div className="row between">
        <h2>{count(screen.chosen.length)} selected</h2>
        <ClearButton screen={screen} />
      </div>
      <div className="row wrap">
        <Actions {...{ screen, reasonId }} />
      </div>
      {left && (
        <div className="stack">
          {beyond && <Reason id={reasonId} left={beyond} />}
          <Meter label="Deleted this hour" used={left.limit - left.left} limit={left.limit} />
        </div>
      )}
      <SelectionGroups screen={screen} />
    </>
  )
}

/** The same as a bar at the bottom, on screens too narrow for a panel. */
export function SelectionBar({ screen }: SelectionProps) {
  const { chosen } = screen
  const { beyond } = limitOf(screen)
  const reasonId = useId()
  const offScreen = useOffScreen(screen)
  const [open, setOpen] = useState(false)
  const authors = useMemo(() => new Set(chosen.map(authorKey)).size, [chosen])
  return (
    <section className="bottom-bar one-line" aria-label="Selected messages">
      <div className="row quiet grow nowrap">
        <b className="ink">{count(chosen.length)} selected</b>
        {!beyond && <span className="not-on-phones">{counted(authors, 'author')}</span>}
        {!beyond && offScreen > 0 && <span>{count(offScreen)} not on screen</span>}
        <ClearButton screen={screen} />
      </div>
      {beyond && <Reason id={reasonId} left={beyond} />}
      <div className="bar-actions">
        <Actions {...{ screen, reasonId }} />
        <Button className="icon-on-phones" icon="columns" onClick={() => setOpen(true)}>
          By author and text
        </Button>
      </div>
      <Suspense fallback={<OverlayFallback />}>
        {open && (
          <SelectionDrawer selected={chosen.length} onClose={() => setOpen(false)}>
            <SelectionGroups screen={screen} />
          </SelectionDrawer>
        )}
      </Suspense>
    </section>
  )
}

const ClearButton = ({ screen }: SelectionProps) => (
  <Button variant="subtle" tone="quiet" size="xs" onClick={screen.selection.clear} rightSection={<kbd>Esc</kbd>}>
    Clear
  </Button>
)

/** What the person may still delete this hour; `beyond`: more than that is selected. Both null where nothing may be deleted, or without a limit. */
function limitOf({ chosen, onDelete, deletions: { left } }: MessageScreen) {
  if (onDelete === null || left === null) return { left: null, beyond: null }
  return { left, beyond: chosen.length > left.left ? left : null }
}

/** @param reasonId of what says why deleting is not possible */
function Actions({ screen, reasonId }: SelectionProps & { reasonId: string }) {
  const { chosen, onDelete, selection } = screen
  const { beyond } = limitOf(screen)
  /** Deselects the oldest, so that what is left of the limit is enough. */
  const selectNewest = ({ left }: DeletionsLeft) =>
    selection.set(
      chosen.slice(left).map(({ messageId }) => messageId),
      false,
    )
  return (
    <>
      {onDelete && (
        <Button
          variant="filled"
          tone="danger"
          className="settles"
          icon="trash"
          rightSection={!beyond && <kbd>D</kbd>}
          blocked={beyond !== null && reasonId}
          onClick={onDelete}
        >
          Delete {count(chosen.length)}
        </Button>
      )}
      {beyond && beyond.left > 0 ? (
        <Button onClick={() => selectNewest(beyond)}>Select newest {count(beyond.left)}</Button>
      ) : (
        <ExportButton screen={screen} />
      )}
    </>
  )
}

const Reason = ({ id, left }: { id: string; left: DeletionsLeft }) => (
  <p className="help" id={id} role="status">
    {deletionsLeftText(left)}
  </p>
)

function useOffScreen({ chosen, visibleRange }: MessageScreen): number {
  const visible = visibleRange.use()
  return visible ? chosen.filter((message) => !isInSight(visible, message)).length : 0
}

const maxAuthors = 8
const maxTexts = 5

function SelectionGroups({ screen }: SelectionProps) {
  const { chosen, selection } = screen
  const offScreen = useOffScreen(screen)
  const authors = useMemo(() => largestFirst(groupBy(chosen, authorKey)), [chosen])
  const texts = useMemo(() => largestFirst(groupBy(chosen, ({ text }) => normalForm(text))), [chosen])
  return (
    <>
      <ListSection title="By author" beside={count(authors.length)}>
        <ul>
          {authors.slice(0, maxAuthors).map(([key, messages]) => (
            <li className={classes.counted} key={key}>
              <RowCheckbox
                label={`Messages of ${messages[0]!.userName || 'no name'}`}
                checked
                onChange={() =>
                  selection.set(
                    messages.map(({ messageId }) => messageId),
                    false,
                  )
                }
              />
              <AuthorCount
                name={messages[0]!.userName}
                userId={messages[0]!.userId}
                messages={messages.length}
                most={authors[0]![1].length}
              />
            </li>
          ))}
        </ul>
        {authors.length > maxAuthors && <p className="help mt-4">and {counted(authors.length - maxAuthors, 'more author')}</p>}
      </ListSection>
      <ListSection title="Texts" beside={counted(texts.length, 'kind')}>
        <ul>
          {texts.slice(0, maxTexts).map(([key, messages]) => (
            <li className="list-line" key={key}>
              <span className="cut grow outside">“{messages[0]!.text.slice(0, 80)}”</span>
              <b className="num medium at-end">{count(messages.length)}</b>
            </li>
          ))}
        </ul>
      </ListSection>
      {offScreen > 0 && (
        <p className="help row gap-6 mt-4">
          <Icon name="info" size={14} /> {count(offScreen)} of the {count(chosen.length)} {offScreen === 1 ? 'is' : 'are'} not on screen.
        </p>
      )}
    </>
  )
}

const largestFirst = (groups: ReadonlyMap<string, Message[]>) => [...groups].toSorted(([, one], [, other]) => other.length - one.length)
