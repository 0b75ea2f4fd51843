import { Button } from '@mantine/core'
import { useId } from 'react'
import { Controller, type ControllerRenderProps, useWatch } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { NoteChange } from '../list/notes.ts'
import { PartHeading } from '../PartHeading.tsx'
import { countNew, type Judged } from '../ranges/judge.ts'
import type { BanList } from '../read.ts'
import classes from './add.module.css'
import { type BanFields, emptyFields } from './ban-fields.ts'
import { banEntries, type Banning, banWide } from './ban.ts'
import { IncludeBoxes } from './IncludeBoxes.tsx'
import { leftover } from './leftover.ts'
import { OverlapNote } from './OverlapNote.tsx'
import { PairChoice } from './PairChoice.tsx'
import { entriesToBan, lineText, overlapping, verdictText } from './preview.ts'
import type { BanForm } from './use-ban-form.ts'

interface BanBoxProps {
  chat: Chat
  list: BanList
  form: BanForm
  judged: Judged[]
  keepNotes: (changes: NoteChange[]) => Promise<void>
  /** The text is a file, or too long for this box. */
  onLong: (text: string) => void
}

/** The box for addresses: a notation per line, and beside each what it would change. */
export function BanBox({ chat, list, form, judged, keepNotes, onLong }: BanBoxProps) {
  const preview = useId()
  const { errors } = form.formState
  const entries = entriesToBan(judged, useWatch({ control: form.control, name: 'include' }))
  const fresh = countNew(
    list.index,
    entries.map(({ range }) => range),
  )
  const error = fieldError(errors.text?.message)

  const banning = useAction('banCreate', (send, all: Banning) => banEntries(send, all))
  const ban = form.handleSubmit(({ entries: chosen }) => {
    const { text } = form.getValues()
    const onDone = () => form.reset({ ...emptyFields, text: leftover(text, judged, chosen) })
    const all = { chat, entries: chosen, keepNotes, onDone }
    if (banWide(all)) banning.reset()
    else banning.mutate(all)
  })
  const go = () => !banning.isPending && void ban()

  return (
    <section aria-labelledby={`${preview}-title`}>
      <form
        className="stack gap-10"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <PartHeading id={`${preview}-title`} aside="one per line: address, range, CIDR or *">
          Ban addresses
        </PartHeading>
        <Controller
          control={form.control}
          name="text"
          render={({ field }) => (
            <BanLines {...{ judged, preview, onLong, field }} problem={error ? `${preview}-problem` : undefined} onEnter={go} />
          )}
        />
        <Mistakes judged={judged} />
        <Controller
          control={form.control}
          name="pairs"
          rules={{ deps: 'text' }}
          render={({ field }) => <PairChoice {...{ judged }} name={`${preview}-pairs`} pairs={field.value} onChange={field.onChange} />}
        />
        <OverlapNote overlapping={overlapping(entries)} />
        {banning.data && (
          <Banner tone="bad">
            <b>Not everything was banned.</b> {banning.data}
          </Banner>
        )}
        {banning.error && <NotSaved error={banning.error} title="Not everything was banned." named />}
        <Controller
          control={form.control}
          name="include"
          rules={{ deps: 'text' }}
          render={({ field }) => <IncludeBoxes judged={judged} include={field.value} onChange={field.onChange} />}
        />
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
function BanLines({ field, judged, preview, problem, onLong, onEnter }: BanLinesProps) {
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
