import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { OnDemandOverlay } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import classes from './filters.module.css'

const AuthorList = lazyPart(async () => (await import('./AuthorList.tsx')).AuthorList)

interface AuthorButtonProps {
  /** The key of an author: see `authorKey`. */
  author: string | null
  summary: MessageSummary | null
  onChange: (author: string | null) => void
}

/** Limits the list to one author, chosen from the authors of the loaded messages. */
export function AuthorButton({ author, summary, onChange }: AuthorButtonProps) {
  const shownButton = useRef<HTMLButtonElement>(null)
  /** Either choice replaces the button. The new one gets the focus. */
  function choose(next: string | null) {
    flushSync(() => onChange(next))
    shownButton.current?.focus()
  }
  // A key is the id, a colon and the name.
  const name = author?.slice(author.indexOf(':') + 1)
  const button = (
    <button
      type="button"
      ref={shownButton}
      className={classes.chip}
      aria-haspopup="dialog"
      aria-pressed={author !== null}
      onClick={() => choose(null)}
      {...(author !== null && { 'aria-label': `Only messages of ${name || 'no name'}: show all authors` })}
    >
      <Icon name="account" size={14} />
      <span className="outside cut">{author === null ? 'Author' : name || 'no name'}</span>
      {author !== null && <Icon name="x" size={12} />}
    </button>
  )
  if (author !== null) return button
  return (
    <OnDemandOverlay button={button}>
      {(onNotLoaded) => <AuthorList button={button} summary={summary} onNotLoaded={onNotLoaded} onPick={choose} />}
    </OnDemandOverlay>
  )
}
