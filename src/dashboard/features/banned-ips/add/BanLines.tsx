import type { ControllerRenderProps } from 'react-hook-form'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import type { BanFields } from './ban-fields.ts'
import classes from './BanLines.module.css'
import { lineText } from './preview.ts'
import type { Judged } from '../ranges/judge.ts'

interface BanLinesProps {
  field: ControllerRenderProps<BanFields, 'text'>
  judged: Judged[]
  preview: string
  /** The id of the element with the validation error. */
  problem: string | undefined
  /** The text is a file, or too long for this box. */
  onLong: (text: string) => void
  onEnter: () => void
}

/** More lines than these are an import. */
const maxLines = 200
const minLines = 4
const isLong = (text: string) => text.split('\n').length > maxLines || /^\s*[[{]/.test(text)

/** The text with its line numbers and, for each line, what it would change. All three scroll together. */
export function BanLines({ field, judged, preview, problem, onLong, onEnter }: BanLinesProps) {
  const lines = field.value.split('\n')
  const rows = Math.max(minLines, lines.length)
  const byLine = groupByLine(judged)
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
            // Before the field is filled: 100,000 lines in it would freeze the page.
            event.preventDefault()
            onLong(pasted)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            onEnter()
          }}
        />
        <ul id={preview} className={classes.verdicts} aria-label="What each line would change">
          {lines.map((line, index) => {
            const text = lineText(byLine.get(index + 1) ?? [])
            return (
              <li key={`line ${index + 1}`}>
                {text && (
                  <>
                    <span className="visually-hidden">
                      Line {count(index + 1)}, {line}:{' '}
                    </span>
                    <b className={`row gap-4 medium ${text.tone}`}>
                      <Icon name={text.icon} size={12} /> {text.label}
                    </b>
                    <span title={text.detail}>{text.detail}</span>
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

function groupByLine(judged: Judged[]): ReadonlyMap<number, Judged[]> {
  const byLine = new Map<number, Judged[]>()
  for (const one of judged) {
    const line = byLine.get(one.entry.line)
    if (line) line.push(one)
    else byLine.set(one.entry.line, [one])
  }
  return byLine
}
