import { Button, Kbd } from '@mantine/core'
import { useMemo } from 'react'
import type { Message } from '#contract/messages.ts'
import { Icon } from '../ui/more-icons.tsx'
import { count, counted } from '../ui/numbers.ts'
import { Tick } from '../ui/Tick.tsx'
import { normalForm } from './analysis/normal-form.ts'
import { posterKey } from './analysis/posters.ts'
import { PosterName } from './MessageText.tsx'
import classes from './SelectionPanel.module.css'

interface SelectionPanelProps {
  /** What is chosen, newest first. */
  chosen: Message[]
  notInSight: number
  onSet: (ids: number[], on: boolean) => void
  onClear: () => void
  onDelete: () => void
  exportMenu: React.ReactNode
}

const shownAtMost = 8

/** What is selected, told by poster and by text, and what can be done with it. */
export function SelectionPanel({ chosen, notInSight, onSet, onClear, onDelete, exportMenu }: SelectionPanelProps) {
  const posters = useMemo(() => groups(chosen, posterKey), [chosen])
  const texts = useMemo(() => groups(chosen, ({ text }) => normalForm(text)), [chosen])
  const most = posters[0]?.messages.length ?? 1
  return (
    <>
      <div className={classes.head}>
        <h2>{count(chosen.length)} selected</h2>
        <Button variant="subtle" c="dimmed" size="xs" onClick={onClear} rightSection={<Kbd>Esc</Kbd>}>
          Clear
        </Button>
      </div>
      <div className={classes.acts}>
        <Button
          variant="filled"
          color="red"
          leftSection={<Icon name="trash" size={14} />}
          rightSection={<Kbd className={classes.kbd}>D</Kbd>}
          onClick={onDelete}
        >
          Delete {count(chosen.length)}
        </Button>
        {exportMenu}
      </div>
      <section>
        <h3 className={classes.title}>
          By poster <span className="num">{count(posters.length)}</span>
        </h3>
        <ul className={classes.list}>
          {posters.slice(0, shownAtMost).map(({ key, messages }) => (
            <li key={key}>
              <Tick
                label={`Messages of ${messages[0]!.userName || 'no name'}`}
                checked
                onChange={() =>
                  onSet(
                    messages.map(({ messageId }) => messageId),
                    false,
                  )
                }
              />
              <span className={classes.name}>
                <PosterName name={messages[0]!.userName} userId={messages[0]!.userId} />
              </span>
              <i className={classes.bar} style={{ width: `${(messages.length / most) * 64}px` }} />
              <b className="num">{count(messages.length)}</b>
            </li>
          ))}
        </ul>
        {posters.length > shownAtMost && (
          <p className={classes.more}>and {counted(posters.length - shownAtMost, 'more poster', 'more posters')}</p>
        )}
      </section>
      <section>
        <h3 className={classes.title}>
          Texts <span className="num">{counted(texts.length, 'kind')}</span>
        </h3>
        <ul className={classes.list}>
          {texts.slice(0, 5).map(({ key, messages }) => (
            <li key={key}>
              <span className={`${classes.name} outside`}>“{messages[0]!.text.slice(0, 80)}”</span>
              <b className="num">{count(messages.length)}</b>
            </li>
          ))}
        </ul>
      </section>
      {notInSight > 0 && (
        <p className={classes.more}>
          <Icon name="info" size={14} /> {count(notInSight)} of the {count(chosen.length)} {notInSight === 1 ? 'is' : 'are'} not on screen.
        </p>
      )}
    </>
  )
}

interface Group {
  key: string
  messages: Message[]
}

/** Largest first. */
function groups(messages: Message[], keyOf: (message: Message) => string): Group[] {
  const found = new Map<string, Message[]>()
  for (const message of messages) {
    const key = keyOf(message)
    const group = found.get(key)
    if (group) group.push(message)
    else found.set(key, [message])
  }
  return [...found].map(([key, group]) => ({ key, messages: group })).toSorted((one, other) => other.messages.length - one.messages.length)
}

/** The same on phones, in one bar at the bottom. */
export function SelectionBar({ chosen, notInSight, onClear, onDelete, exportMenu }: Omit<SelectionPanelProps, 'onSet'>) {
  return (
    <section className={classes.phone} aria-label="What is selected">
      <div className={classes.phoneWords}>
        <span>
          <b>{count(chosen.length)} selected</b> {notInSight > 0 && <span>{count(notInSight)} not on screen</span>}
        </span>
        <Button variant="subtle" c="dimmed" size="xs" onClick={onClear}>
          Clear
        </Button>
      </div>
      <div className={classes.acts}>
        <Button variant="filled" color="red" leftSection={<Icon name="trash" size={14} />} onClick={onDelete}>
          Delete {count(chosen.length)}
        </Button>
        {exportMenu}
      </div>
    </section>
  )
}
