import { useMemo } from 'react'
import type { Message } from '#contract/messages.ts'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { authorKey } from '#engine/analysis/authors.ts'
import { normalForm } from '#engine/analysis/normal-form.ts'
import { AuthorName } from '../text/MessageText.tsx'
import classes from './list.module.css'

export interface SelectionGroupsProps {
  /** Selected messages, newest first. */
  chosen: Message[]
  offScreenCount: number
  onSet: (ids: number[], on: boolean) => void
}

const maxShown = 8

/** The selected messages by author and by text. */
export function SelectionGroups({ chosen, offScreenCount, onSet }: SelectionGroupsProps) {
  const authors = useMemo(() => groupBy(chosen, authorKey), [chosen])
  const texts = useMemo(() => groupBy(chosen, ({ text }) => normalForm(text)), [chosen])
  const maxCount = authors[0]?.messages.length ?? 1
  return (
    <>
      <section>
        <h3 className="list-heading">
          By author <span className="num">{count(authors.length)}</span>
        </h3>
        <ul>
          {authors.slice(0, maxShown).map(({ key, messages }) => (
            <li className={classes.item} key={key}>
              <RowCheckbox
                label={`Messages of ${messages[0]!.userName || 'no name'}`}
                checked
                onChange={() =>
                  onSet(
                    messages.map(({ messageId }) => messageId),
                    false,
                  )
                }
              />
              <span className="cut grow">
                <AuthorName name={messages[0]!.userName} userId={messages[0]!.userId} />
              </span>
              <i className={classes.bar} style={{ width: `${(messages.length / maxCount) * 64}px` }} />
              <b className="num medium at-end">{count(messages.length)}</b>
            </li>
          ))}
        </ul>
        {authors.length > maxShown && (
          <p className={classes.more}>and {counted(authors.length - maxShown, 'more author', 'more authors')}</p>
        )}
      </section>
      <section>
        <h3 className="list-heading">
          Texts <span className="num">{counted(texts.length, 'kind')}</span>
        </h3>
        <ul>
          {texts.slice(0, 5).map(({ key, messages }) => (
            <li className={classes.item} key={key}>
              <span className="cut grow outside">“{messages[0]!.text.slice(0, 80)}”</span>
              <b className="num medium at-end">{count(messages.length)}</b>
            </li>
          ))}
        </ul>
      </section>
      {offScreenCount > 0 && (
        <p className={classes.more}>
          <Icon name="info" size={14} /> {count(offScreenCount)} of the {count(chosen.length)} {offScreenCount === 1 ? 'is' : 'are'} not on
          screen.
        </p>
      )}
    </>
  )
}

interface MessageGroup {
  key: string
  messages: Message[]
}

/** Largest first. */
function groupBy(messages: Message[], keyOf: (message: Message) => string): MessageGroup[] {
  const groups = new Map<string, Message[]>()
  for (const message of messages) {
    const key = keyOf(message)
    const group = groups.get(key)
    if (group) group.push(message)
    else groups.set(key, [message])
  }
  return [...groups].map(([key, group]) => ({ key, messages: group })).toSorted((one, other) => other.messages.length - one.messages.length)
}
