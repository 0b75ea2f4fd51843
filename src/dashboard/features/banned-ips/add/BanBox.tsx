import { Button } from '#dashboard/ui/form/Button.tsx'
import { type Ref, useId } from 'react'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { groupBy } from '#engine/group-by.ts'
import type { Judged } from '../ranges/judge.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import classes from '../banned-ips.module.css'
import { IncludeBoxes, OverlapNote, PairChoice } from './choices.tsx'
import { lineText, verdictText } from './preview.ts'
import { useBanForm } from './use-ban-form.ts'

/** The box for addresses: a notation per line, and beside each what it would change. */
export function BanBox({ screen }: { screen: BanScreen }) {
  const { box, judged, openImport } = screen
  const preview = useId()
  const { field, entries, fresh, banning, problem, submit } = useBanForm(screen, box, judged)
  const error = fieldError(problem)

  return (
    <section aria-labelledby={`${preview}-title`}>
      <form className="stack gap-10" noValidate onSubmit={submit}>
        <div className="section-heading">
          <h2 id={`${preview}-title`} className="heading">
            Ban addresses
          </h2>
          <span>one per line: address, range, CIDR or *</span>
        </div>
        <BanLines
          {...{ judged, preview, field }}
          text={box.fields.text}
          onText={(text) => box.change({ text })}
          onLong={openImport}
          problem={error ? `${preview}-problem` : undefined}
          onEnter={() => submit()}
        />
        <Mistakes judged={judged} />
        <PairChoice judged={judged} state={box} />
        <OverlapNote entries={entries} />
        {banning.data && (
          <Banner tone="bad">
            <b>Not everything was banned.</b> {banning.data}
          </Banner>
        )}
        {banning.error && <NotSaved error={banning.error} title="Not everything was banned." named />}
        <IncludeBoxes judged={judged} state={box} />
        <div className="row gap-12 between">
          <p className="small row gap-6 bad" id={`${preview}-problem`}>
            {error}
          </p>
          <Button type="submit" variant="filled" loading={banning.isPending}>
            {entries.length === 0 ? 'Ban' : `Ban ${counted(fresh, 'address', 'addresses')}`}
          </Button>
        </div>
      </form>
    </section>
  )
}

const maxMistakes = 3

/** The errors in full: beside the line there is no room for a sentence. */
function Mistakes({ judged }: { judged: Judged[] }) {
  const wrong = judged.filter(({ entry, verdict }) => (verdict.kind === 'invalid' && !entry.isPair) || verdict.kind === 'tooWide')
  if (wrong.length === 0) return null
  return (
    <ul className="small bad">
      {wrong.slice(0, maxMistakes).map((one) => (
        <li key={`${one.entry.line} ${one.entry.text}`}>
          Line {count(one.entry.line)}: {verdictText(one).detail}
        </li>
      ))}
      {wrong.length > maxMistakes && <li>and {counted(wrong.length - maxMistakes, 'more', 'more')}</li>}
    </ul>
  )
}

interface BanLinesProps {
  field: Ref<HTMLTextAreaElement>
  text: string
  onText: (text: string) => void
  judged: Judged[]
  preview: string
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
function BanLines({ field, text, onText, judged, preview, problem, onLong, onEnter }: BanLinesProps) {
  const lines = text.split('\n')
  const rows = Math.max(minLines, lines.length)
  const byLine = groupBy(judged, ({ entry }) => entry.line)
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
          ref={field}
          value={text}
          onChange={({ currentTarget: { value } }) => (isLong(value) ? onLong(value) : onText(value))}
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
            const verdict = lineText(byLine.get(index + 1) ?? [])
            return (
              <li key={`line ${index + 1}`}>
                {verdict && (
                  <>
                    <span className="visually-hidden">
                      Line {count(index + 1)}, {line}:{' '}
                    </span>
                    <b className={`row gap-4 medium ${verdict.tone}`}>
                      <Icon name={verdict.icon} size={12} /> {verdict.label}
                    </b>
                    <span title={verdict.detail}>{verdict.detail}</span>
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
