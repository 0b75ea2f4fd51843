import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { useMemo } from 'react'
import type { Message } from '#contract/messages.ts'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { clock, dayAndTime, exact } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { authorKey } from '#engine/analysis/indexed-message.ts'
import { AuthorName, MessageText, Picture } from '../MessageText.tsx'
import type { MessageScreen } from '../use-message-screen.ts'

const maxShown = 12

/** What the loaded messages show about the author of a message. @param author one of their messages */
export function AuthorCard({ screen, author }: { screen: MessageScreen; author: Message }) {
  const { loaded, selection, showAuthor, change } = screen
  const { userName, userId, image } = author
  const onClose = () => showAuthor(null)
  const key = authorKey(author)
  const theirs = useMemo(() => loaded.list.filter((message) => authorKey(message) === key), [loaded, key])
  const newest = theirs[0] ?? author
  const oldest = theirs.at(-1) ?? author
  function selectAll() {
    selection.set(
      theirs.map(({ messageId }) => messageId),
      true,
    )
    onClose()
  }
  return (
    <section className="stack gap-12" aria-label={`Author ${userName || 'without a name'}`}>
      <header className="row between">
        <h2 className="shrinks">
          <AuthorName name={userName} userId={userId} />
        </h2>
        <IconButton icon="x" size="xs" aria-label="Close the card" onClick={onClose} />
      </header>
      {image && (
        <div>
          <Picture url={image} />
        </div>
      )}
      <KeyValue>
        <Fact name="User id" className="code row gap-4">
          {userId === null ? (
            'none'
          ) : (
            <>
              {userId} <CopyButton value={String(userId)} label="Copy the user id" />
            </>
          )}
        </Fact>
        <Fact name="Messages">{count(theirs.length)} loaded</Fact>
        <Fact name="First seen">
          <span title={exact(oldest.time)}>{dayAndTime(oldest.time)}</span>
        </Fact>
        <Fact name="Last seen">
          <span title={exact(newest.time)}>{dayAndTime(newest.time)}</span>
        </Fact>
      </KeyValue>
      <div className="beside wrap">
        <Button icon="check" onClick={selectAll}>
          Select all {count(theirs.length)}
        </Button>
        <Button icon="filter" onClick={() => change({ author: key })}>
          Only this author
        </Button>
      </div>
      <ol>
        {theirs.slice(0, maxShown).map((message) => (
          <li className="list-line" key={message.messageId}>
            <span className="num faint rigid">{clock(message.time * 1000)}</span>
            <MessageText message={message} tabIndex={0} />
          </li>
        ))}
      </ol>
      <p className="help beside gap-6">
        <Icon name="info" size={14} /> Authors cannot be banned from here: messages carry no IP address.
      </p>
    </section>
  )
}
