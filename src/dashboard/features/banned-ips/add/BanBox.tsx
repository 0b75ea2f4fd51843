import { Button } from '@mantine/core'
import { useId } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { emptyFields } from './ban-fields.ts'
import { banEntries, banWide, type Banning } from './ban.ts'
import { BanLines } from './BanLines.tsx'
import { IncludeBoxes } from './IncludeBoxes.tsx'
import { leftover } from './leftover.ts'
import { PairChoice } from './PairChoice.tsx'
import type { NoteChange } from '../list/notes.ts'
import { PartHeading } from '../PartHeading.tsx'
import { OverlapNote } from './OverlapNote.tsx'
import { overlapping, entriesToBan, verdictText } from './preview.ts'
import { countNew, type Judged } from '../ranges/judge.ts'
import type { BanList } from '../read.ts'
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
