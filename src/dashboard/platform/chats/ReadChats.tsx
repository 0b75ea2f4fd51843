import { type ReactNode, useId, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { ChatReading } from './chat-readings.ts'
import { PanelHeading } from '#dashboard/ui/page/Section.tsx'

interface ReadChatsProps {
  title: string
  aside: ReactNode
  link?: { to: string; label: string } | undefined
  readings: readonly ChatReading<unknown>[]
  found: ReactNode[]
  /** How many are shown until a person wants all. */
  first: number
  /** Said once all are read and nothing was found. */
  nothing: string
  /** Begins what is said of a chat that could not be read: "Polls of ". */
  what?: string
  className?: string
  children?: ReactNode
}

export function ReadChats({ title, aside, link, readings, found, first, nothing, what, className, children }: ReadChatsProps) {
  const id = useId()
  const [isAll, setAll] = useState(false)
  const failed = readings.filter(({ data, error }) => data === undefined && error !== null)
  const isLooking = readings.some(({ data, error }) => data === undefined && error === null)
  return (
    <section className={className} aria-labelledby={id}>
      <PanelHeading id={id} aside={aside} link={link}>
        {title}
      </PanelHeading>
      {found.length === 0 && failed.length === 0 && <p className="help">{isLooking ? 'Reading…' : nothing}</p>}
      {isAll ? found : found.slice(0, first)}
      <div className="row gap-12">
        {!isAll && found.length > first && (
          <PlainLinkButton onClick={() => setAll(true)}>{count(found.length - first)} more</PlainLinkButton>
        )}
        {children}
      </div>
      {failed.map(({ chat, error, refetch, isFetching }) => (
        <div key={chat.id} className="list-line" role="alert">
          <Icon name="error" className="bad" />
          <span className="grow">
            {what}
            <b className="outside">{chatTitle(chat)}</b> could not be read. {readErrorMessage(error).advice}
          </span>
          <RetryButton retry={refetch} busy={isFetching} />
        </div>
      ))}
    </section>
  )
}
