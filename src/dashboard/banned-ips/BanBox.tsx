import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { failureWords } from '../ui/failure-words.ts'
import { Icon } from '../ui/more-icons.tsx'
import { Banner } from '../ui/notes.tsx'
import { count, counted } from '../ui/numbers.ts'
import { banTaken } from './ban.ts'
import classes from './BanBox.module.css'
import { IncludeBoxes } from './IncludeBoxes.tsx'
import type { Note } from './notes.ts'
import { PartHeading } from './PartHeading.tsx'
import { lineWords, nothingMore, takenOf, wordsOf, type Include } from './preview.ts'
import { freshIn, type Judged } from './ranges/judge.ts'
import type { Range } from './ranges/range.ts'
import type { BanList } from './read.ts'

interface BanBoxProps {
  chat: Chat
  list: BanList
  text: string
  onText: (text: string) => void
  judged: Judged[]
  keepNotes: (changes: { range: Range; note: Note }[]) => Promise<void>
  /** The text is a file, or too long for a box. */
  onLong: (text: string) => void
}

/** More lines than these are an import. */
const mostLines = 200
const leastLines = 4
const isLong = (text: string) => text.split('\n').length > mostLines || /^\s*[[{]/.test(text)

/** The one box: a notation a line, and beside each what it would do. */
export function BanBox({ chat, list, text, onText, judged, keepNotes, onLong }: BanBoxProps) {
  const [include, setInclude] = useState<Include>(nothingMore)
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const preview = useId()
  const taken = takenOf(judged, include)
  const fresh = freshIn(
    list.index,
    taken.map(({ range }) => range),
  )

  async function go() {
    if (taken.length === 0 || isBusy) return
    setIsBusy(true)
    setTrouble('')
    try {
      setTrouble(await banTaken({ chat, taken, keepNotes, onDone: () => onText('') }))
    } catch (error) {
      const { cause, advice } = failureWords(error)
      setTrouble(`${cause}. ${advice} Your text is kept.`)
    }
    setIsBusy(false)
  }

  return (
    <section className={classes.box} aria-labelledby={`${preview}-title`}>
      <PartHeading id={`${preview}-title`} aside="one per line: address, range, CIDR or *">
        Ban addresses
      </PartHeading>
      <Lines
        {...{ text, judged, preview }}
        onText={(next) => (isLong(next) ? onLong(next) : onText(next))}
        onLong={onLong}
        onEnter={() => void go()}
      />
      <Mistakes judged={judged} />
      {trouble && (
        <Banner tone="bad">
          <b>Not all is banned.</b> {trouble}
        </Banner>
      )}
      <IncludeBoxes judged={judged} include={include} onChange={setInclude} />
      <div className={classes.foot}>
        <span role="status" className={classes.said}>
          {text.trim() !== '' && taken.length === 0 ? 'Nothing to ban in this' : ''}
        </span>
        <Button
          variant="filled"
          loading={isBusy}
          onClick={() => void go()}
          {...(taken.length === 0 ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        >
          {taken.length === 0 ? 'Ban' : `Ban ${counted(fresh, 'address', 'addresses')}`}
        </Button>
      </div>
    </section>
  )
}

interface LinesProps {
  text: string
  judged: Judged[]
  preview: string
  onText: (text: string) => void
  onLong: (text: string) => void
  onEnter: () => void
}

/** The text with its line numbers and, line by line, what it would do. All three scroll as one. */
function Lines({ text, judged, preview, onText, onLong, onEnter }: LinesProps) {
  const lines = text.split('\n')
  const rows = Math.max(leastLines, lines.length)
  const byLine = lineUp(judged)
  return (
    <div className={classes.lines}>
      <div className={classes.grid}>
        <ol className={classes.numbers} aria-hidden>
          {Array.from({ length: rows }, (_, index) => (
            <li key={`line ${index + 1}`}>{index < lines.length ? index + 1 : ''}</li>
          ))}
        </ol>
        <textarea
          className={`${classes.text} code`}
          aria-label="Addresses to ban"
          aria-describedby={preview}
          placeholder="203.0.114.0/24"
          rows={rows}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain')
            if (!isLong(pasted)) return
            // Before the field is filled: 100,000 lines in it would stop the page.
            event.preventDefault()
            onLong(pasted)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            onEnter()
          }}
        />
        <ul id={preview} className={classes.verdicts} aria-label="What each line would do">
          {lines.map((line, index) => {
            const words = lineWords(byLine.get(index + 1) ?? [])
            return (
              <li key={`line ${index + 1}`} data-tone={words?.tone}>
                {words && (
                  <>
                    <span className="rk-hidden">
                      Line {count(index + 1)}, {line}:{' '}
                    </span>
                    <b>
                      <Icon name={words.icon} size={12} /> {words.label}
                    </b>
                    <span title={words.detail}>{words.detail}</span>
                  </>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

const mostMistakes = 3

/** In full what is wrong: beside its line there is no room for a sentence. */
function Mistakes({ judged }: { judged: Judged[] }) {
  const wrong = judged.filter(({ verdict }) => verdict.kind === 'invalid')
  if (wrong.length === 0) return null
  return (
    <ul className={classes.mistakes}>
      {wrong.slice(0, mostMistakes).map((one) => (
        <li key={`${one.entry.line} ${one.entry.text}`}>
          Line {count(one.entry.line)}: {wordsOf(one).detail}
        </li>
      ))}
      {wrong.length > mostMistakes && <li>and {counted(wrong.length - mostMistakes, 'more', 'more')}</li>}
    </ul>
  )
}

function lineUp(judged: Judged[]): ReadonlyMap<number, Judged[]> {
  const byLine = new Map<number, Judged[]>()
  for (const one of judged) {
    const line = byLine.get(one.entry.line)
    if (line) line.push(one)
    else byLine.set(one.entry.line, [one])
  }
  return byLine
}
