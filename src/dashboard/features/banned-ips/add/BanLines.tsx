import type { ControllerRenderProps } from 'react-hook-form'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import type { BanFields } from './ban-fields.ts'
import classes from './BanLines.module.css'
import { lineWords } from './preview.ts'
import type { Judged } from '../ranges/judge.ts'

interface BanLinesProps {
  field: ControllerRenderProps<BanFields, 'text'>
  judged: Judged[]
  preview: string
  /** The element that says why the text cannot be banned. */
  problem: string | undefined
  /** The text is a file, or too long for a box. */
  onLong: (text: string) => void
  onEnter: () => void
}

/** More lines than these are an import. */
const mostLines = 200
const leastLines = 4
const isLong = (text: string) => text.split('\n').length > mostLines || /^\s*[[{]/.test(text)

/** The text with its line numbers and, line by line, what it would do. All three scroll as one. */
export function BanLines({ field, judged, preview, problem, onLong, onEnter }: BanLinesProps) {
  const lines = field.value.split('\n')
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
          aria-describedby={[problem, preview].filter(Boolean).join(' ')}
          aria-invalid={problem !== undefined}
          placeholder="203.0.114.0/24"
          rows={rows}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          {...field}
          onChange={({ currentTarget: { value } }) => (isLong(value) ? onLong(value) : field.onChange(value))}
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
              <li key={`line ${index + 1}`}>
                {words && (
                  <>
                    <span className="visually-hidden">
                      Line {count(index + 1)}, {line}:{' '}
                    </span>
                    <b className={`row gap-4 medium ${words.tone}`}>
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

function lineUp(judged: Judged[]): ReadonlyMap<number, Judged[]> {
  const byLine = new Map<number, Judged[]>()
  for (const one of judged) {
    const line = byLine.get(one.entry.line)
    if (line) line.push(one)
    else byLine.set(one.entry.line, [one])
  }
  return byLine
}
