import { useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { gatewayPaths } from '#contract/session.ts'
import type { SeenMessage } from '#contract/gateway/rules.ts'
import { PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { createStore } from '#dashboard/ui/store.ts'
import classes from './messages.module.css'
import { MarkedText, PlainText, Unseen, withOffsets } from '#dashboard/platform/messages/PlainText.tsx'
import { beginning, isLong, messageParts, type LinkPart } from '#engine/analysis/visible-text.ts'

interface MessageTextProps {
  message: Pick<Message, 'text' | 'userId'>
  /** What a rule named it for. */
  highlights?: SeenMessage['highlights'] | undefined
  tabIndex: number
}

const unmarked: SeenMessage['highlights'] = []

/** The text of a message. It is never markup, only http and https links are links, and invisible characters are named. */
export function MessageText({ message: { text, userId }, highlights = unmarked, tabIndex }: MessageTextProps) {
  const [whole, setWhole] = useState(false)
  const long = isLong(text)
  const parts = messageParts(text)
  return (
    <span className={`${classes.text} outside`} data-system={!userId || undefined}>
      {isBlank(text) && <Blank text={text} />}
      {withOffsets(long && !whole ? beginning(parts) : parts).map((part) =>
        part.kind === 'link' ? (
          <OutsideLink key={part.offset} link={part} highlights={highlights} offset={part.offset} tabIndex={tabIndex} />
        ) : (
          <MarkedText key={part.offset} text={part.text} highlights={highlights} offset={part.offset} />
        ),
      )}
      {long && (
        <PlainLinkButton className="block" tabIndex={tabIndex} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show more'}
        </PlainLinkButton>
      )}
    </span>
  )
}

/** Describes a text that has nothing visible. */
const Blank = ({ text }: { text: string }) => (
  <Unseen>{text === '' ? 'no text' : `only white space, ${counted(text.length, 'character')}`}</Unseen>
)
const isBlank = (text: string) => !/\S/.test(text)

export function AuthorName({ name, userId }: { name: string; userId: Message['userId'] }) {
  return (
    <span className={`inline-row shrinks ${classes.author}`}>
      {!userId && <Icon name="shield" size={14} label="No user id:" />}
      <span className="cut outside">{name === '' ? 'no name' : isBlank(name) ? <Blank text={name} /> : <PlainText text={name} />}</span>
    </span>
  )
}

/** An author with the number of their messages, as a figure and as a bar. @param most what the longest bar stands for */
export function AuthorCount({ name, userId, messages, most }: { name: string; userId: Message['userId']; messages: number; most: number }) {
  return (
    <>
      <span className="cut grow">
        <AuthorName name={name} userId={userId} />
      </span>
      <i className={classes.share} style={{ width: `${(messages / most) * 64}px` }} />
      <b className="num medium at-end">{count(messages)}</b>
    </>
  )
}

interface OutsideLinkProps {
  link: LinkPart
  highlights: SeenMessage['highlights']
  /** Where it begins in the message. */
  offset: number
  tabIndex: number
}

function OutsideLink({ link: { text, href, host, namesHost, isImage }, highlights, offset, tabIndex }: OutsideLinkProps) {
  return (
    <>
      {!namesHost && <Unseen title="Link target">{host}</Unseen>}
      <a href={href} target="_blank" rel="noopener noreferrer" title={`Leads to ${host}`} tabIndex={tabIndex}>
        <MarkedText text={text} highlights={highlights} offset={offset} />
      </a>
      {isImage && <Picture url={href} tabIndex={tabIndex} />}
    </>
  )
}

/** The URL of a picture through the gateway, so that its host does not see the IP address of the reader. null without https. */
export function pictureUrl(url: string): string | null {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return null
  return `${gatewayPaths.image}?url=${encodeURIComponent(url)}`
}

const picturesKey = 'roomkeeper-pictures'

/** Whether pictures are always shown. Off by default; stored in this browser. */
export const showsPictures = createStore(localStorage.getItem(picturesKey) === 'yes')

export function showPictures(on: boolean) {
  localStorage.setItem(picturesKey, on ? 'yes' : 'no')
  showsPictures.set(on)
}

/** A picture from another host, loaded on request unless pictures are always shown. */
export function Picture({ url, tabIndex = 0 }: { url: string; tabIndex?: number }) {
  const always = showsPictures.use()
  const [asked, setAsked] = useState(false)
  const [failed, setFailed] = useState(false)
  const source = pictureUrl(url)
  if (!source) return null
  if (failed) return <span className="quiet fz-meta"> The picture could not be loaded</span>
  if (!asked && !always)
    return (
      <button type="button" className="meta box tag" tabIndex={tabIndex} onClick={() => setAsked(true)}>
        <Icon name="image" size={12} /> Show image
      </button>
    )
  return <img className={classes.picture} src={source} alt="" referrerPolicy="no-referrer" onError={() => setFailed(true)} />
}
