import { Button } from '#dashboard/ui/form/Button.tsx'
import { Textarea } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { FileInput } from '#dashboard/ui/form/FileInput.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { NoteChange } from '../list/notes.ts'
import { decodeText } from '../paste/paste.ts'
import type { Judged } from '../ranges/judge.ts'
import type { BanList } from '../read.ts'
import classes from './add.module.css'
import { IncludeBoxes, OverlapNote, PairChoice } from './choices.tsx'
import { isNew, verdictText } from './preview.ts'
import { emptyFields, useBanning, useImportForm } from './use-ban-form.ts'

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
  const { form, judged, text, change, pairs, setPairs } = useImportForm(initial, list)
  const { errors } = form.formState
  const [name, setName] = useState('')
  const [fileError, setFileError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const onLeft = (left: string) => {
    if (left === '') return onClose()
    form.reset(emptyFields)
    change(left)
  }
  const { entries, fresh, banning, submit } = useBanning({ chat, list, form, judged, keepNotes, onLeft })

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

  return (
    <FormDrawer
      title="Import a list"
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      submit={entries.length === 0 ? 'Ban' : `Ban ${counted(entries.length, 'entry', 'entries')}`}
      saving={banning.isPending}
      error={banning.data ? new Failure('refused', { advice: banning.data }) : banning.error}
      edited={text !== ''}
    >
      <div className={classes.source}>
        <Button icon="file" onClick={() => input.current?.click()}>
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
      <OverlapNote entries={entries} />
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
          {judged && (
            <>
              <PairChoice {...{ judged, pairs }} name="import-pairs" onChange={setPairs} />
              <JudgedList judged={judged} />
              <IncludeBoxes judged={judged} control={form.control} />
            </>
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

function kindOf(one: Judged): Kind {
  const { kind } = one.verdict
  const isDoubted = kind === 'invalid' ? one.entry.isPair : isNew(one) && one.doubt !== null
  return isDoubted ? 'doubt' : kind
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
