import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Textarea } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { FileInput } from '#dashboard/ui/form/FileInput.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { NoteChange } from '../list/notes.ts'
import { decodeText } from '../paste/decode-text.ts'
import type { Pairs } from '../paste/pasted.ts'
import { countNew, type Judged } from '../ranges/judge.ts'
import type { BanList } from '../read.ts'
import classes from './add.module.css'
import { banSchema, emptyFields } from './ban-fields.ts'
import { banEntries, type Banning, banWide } from './ban.ts'
import { IncludeBoxes } from './IncludeBoxes.tsx'
import { leftover } from './leftover.ts'
import { OverlapNote } from './OverlapNote.tsx'
import { PairChoice } from './PairChoice.tsx'
import { doubtOf, entriesToBan, overlapping, verdictText } from './preview.ts'
import { useLongPreview } from './use-preview.ts'

interface ImportDrawerProps {
  chat: Chat
  list: BanList
  /** The initial text. */
  text: string
  keepNotes: (changes: NoteChange[]) => Promise<void>
  onClose: () => void
}

/** Larger files are not ban lists, and reading them would freeze the page. */
const maxFileBytes = 20_000_000
/** Longer texts are not editable here. In characters. */
const maxEditedLength = 20_000

/** Imports a list: shows which entries are new, covered, overlapping or invalid before anything is sent. */
export function ImportDrawer({ chat, list, text: initial, keepNotes, onClose }: ImportDrawerProps) {
  // Both outside the form, because a worker computes from them what the form's validation needs.
  const [text, setText] = useState(initial)
  const [pairs, setPairs] = useState<Pairs>('ask')
  const judged = useLongPreview(text, pairs, list)
  const form = useForm({ defaultValues: { ...emptyFields, text }, resolver: zodResolver(banSchema(() => judged)) })
  const { errors } = form.formState
  const include = useWatch({ control: form.control, name: 'include' })
  const [name, setName] = useState('')
  const [fileError, setFileError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (judged && form.formState.isSubmitted) void form.trigger('text')
  }, [form, judged])
  const entries = entriesToBan(judged ?? [], include)
  const fresh = countNew(
    list.index,
    entries.map(({ range }) => range),
  )

  const change = (next: string) => {
    setText(next)
    form.setValue('text', next)
  }

  async function readFile(file: File) {
    setFileError('')
    if (file.size > maxFileBytes) return setFileError('The file is larger than 20 MB. It cannot be a list of addresses.')
    try {
      change(decodeText(await file.arrayBuffer()))
      setName(file.name)
    } catch {
      setFileError('The browser could not read the file.')
    }
  }

  const banning = useAction('banCreate', (send, all: Banning) => banEntries(send, all))
  const go = form.handleSubmit(({ entries: chosen }) => {
    const rest = leftover(text, judged ?? [], chosen)
    // What was not banned stays, with its reason.
    const onDone = () => {
      if (rest === '') return onClose()
      form.reset(emptyFields)
      change(rest)
    }
    const all = { chat, entries: chosen, keepNotes, onDone }
    if (banWide(all)) banning.reset()
    else banning.mutate(all)
  })

  return (
    <FormDrawer
      title="Import a list"
      onClose={onClose}
      onSubmit={(event) => void go(event)}
      submit={entries.length === 0 ? 'Ban' : `Ban ${counted(entries.length, 'entry', 'entries')}`}
      saving={banning.isPending}
      error={banning.data ? new Failure('refused', { advice: banning.data }) : banning.error}
      edited={text !== ''}
    >
      <div className={classes.source}>
        <Button leftSection={<Icon name="file" size={14} />} onClick={() => input.current?.click()}>
          Choose a file…
        </Button>
        <span>TXT, CSV, JSON, firewall rules or a web server’s log</span>
        <FileInput
          ref={input}
          label="List of addresses"
          accept=".txt,.csv,.json,.conf,.log,.rules,text/plain,text/csv,application/json"
          onFile={(file) => void readFile(file)}
        />
      </div>
      <OverlapNote overlapping={overlapping(entries)} />
      {fileError && <Banner tone="bad">{fileError}</Banner>}
      {text.length > maxEditedLength ? (
        <div className={classes.long}>
          <span>
            <b>{name || 'Pasted'}</b>, {counted(text.split('\n').length, 'line')}
          </span>
          <Button size="xs" onClick={() => change('')}>
            Clear
          </Button>
          {errors.text && <p className="row gap-6 bad">{fieldError(errors.text.message)}</p>}
        </div>
      ) : (
        <Controller
          control={form.control}
          name="text"
          render={({ field }) => (
            <Textarea
              label="Or paste it here"
              rows={6}
              error={fieldError(errors.text?.message)}
              {...field}
              onChange={(event) => change(event.currentTarget.value)}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text/plain')
                if (pasted.length <= maxEditedLength) return
                event.preventDefault()
                change(pasted)
                setName('')
              }}
              spellCheck={false}
              autoComplete="off"
              classNames={{ input: 'code' }}
            />
          )}
        />
      )}
      {text.trim() !== '' && (
        <section aria-label="Preview" className="stack gap-10" aria-busy={judged === null}>
          <p role="status">
            {judged === null ? (
              'Reading…'
            ) : (
              <>
                <b>{counted(fresh, 'address', 'addresses')} would be banned</b> by {count(entries.length)} of{' '}
                {counted(judged.length, 'entry', 'entries')}
              </>
            )}
          </p>
          {judged && <PairChoice {...{ judged, pairs }} name="import-pairs" onChange={setPairs} />}
          {judged && <JudgedList judged={judged} />}
          {judged && (
            <Controller
              control={form.control}
              name="include"
              rules={{ deps: 'text' }}
              render={({ field }) => <IncludeBoxes judged={judged} include={field.value} onChange={field.onChange} />}
            />
          )}
        </section>
      )}
    </FormDrawer>
  )
}

const kinds = [
  { key: 'new', label: 'New' },
  { key: 'overlaps', label: 'Overlapping' },
  { key: 'doubt', label: 'Needs review' },
  { key: 'covered', label: 'Covered' },
  { key: 'duplicate', label: 'Duplicate' },
  { key: 'tooWide', label: 'Too wide' },
  { key: 'invalid', label: 'Invalid' },
] as const
type Kind = (typeof kinds)[number]['key']

function kindOf({ entry, verdict, ...rest }: Judged): Kind {
  const isNew = verdict.kind === 'new' || verdict.kind === 'overlaps'
  const isDoubted = verdict.kind === 'invalid' ? entry.isPair : isNew && doubtOf({ entry, verdict, ...rest }) !== null
  return isDoubted ? 'doubt' : verdict.kind
}

/** What each entry of a text would change, filtered by kind, for any number of entries. */
function JudgedList({ judged }: { judged: Judged[] }) {
  const [only, setOnly] = useState<Kind | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const counts = useMemo(() => {
    const found = new Map<Kind, number>()
    for (const one of judged) found.set(kindOf(one), (found.get(kindOf(one)) ?? 0) + 1)
    return found
  }, [judged])
  const shown = useMemo(() => (only === null ? judged : judged.filter((one) => kindOf(one) === only)), [judged, only])
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const virtual = useVirtualizer({ count: shown.length, getScrollElement: () => scroller.current, estimateSize: () => 44, overscan: 8 })
  return (
    <>
      <Chips label="Kinds of entries">
        {kinds
          .filter(({ key }) => counts.has(key))
          .map(({ key, label }) => (
            <Chip
              key={key}
              label={label}
              holds={counts.get(key) ?? 0}
              on={only === key}
              onToggle={() => setOnly(only === key ? null : key)}
            />
          ))}
      </Chips>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={scroller} className={classes.list} tabIndex={0} role="region" aria-label="Entries of the list">
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const one = shown[index]
            if (!one) return null
            const { tone, icon, label, detail } = verdictText(one)
            return (
              <li key={key} className={classes.item} style={{ transform: `translateY(${start}px)` }}>
                <span className={classes.line}>{count(one.entry.line)}</span>
                <span className="cut code outside">{one.entry.text}</span>
                <span className="meta cut" title={detail}>
                  <b className={`inline-row medium ${tone}`}>
                    <Icon name={icon} size={12} /> {label}
                  </b>{' '}
                  {detail}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
