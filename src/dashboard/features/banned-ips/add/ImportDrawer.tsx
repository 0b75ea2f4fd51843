import { Button } from '#dashboard/ui/form/Button.tsx'
import { Textarea } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { Failure } from '#contract/client.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { FileInput } from '#dashboard/ui/form/FileInput.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { decodeText } from '../paste/paste.ts'
import type { Judged } from '../ranges/judge.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import classes from '../banned-ips.module.css'
import { IncludeBoxes, OverlapNote, PairChoice } from './choices.tsx'
import { isNew, verdictText } from './preview.ts'
import { useBanFields, useBanForm, useLongPreview } from './use-ban-form.ts'

/** Larger files are not ban lists, and reading them would freeze the page. */
const maxFileBytes = 20_000_000
/** Longer texts are not editable here. In characters. */
const maxEditedLength = 20_000

/** Imports a list: shows which entries are new, covered, overlapping or invalid before anything is sent. */
export function ImportDrawer({ screen }: { screen: BanScreen }) {
  const { importedText, list, close } = screen
  const state = useBanFields(importedText)
  const { text } = state.fields
  const change = (next: string) => state.change({ text: next })
  const judged = useLongPreview(state.fields, list)
  const { field, entries, fresh, banning, problem, submit } = useBanForm(screen, state, judged, close)
  const [name, setName] = useState('')
  const [fileError, setFileError] = useState('')
  const input = useRef<HTMLInputElement>(null)

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
      onClose={close}
      onSubmit={submit}
      submit={entries.length === 0 ? 'Ban' : `Ban ${counted(entries.length, 'entry', 'entries')}`}
      action={{ ...banning, error: banning.data ? new Failure('refused', { advice: banning.data }) : banning.error }}
      edited={text !== ''}
    >
      <div className="help row wrap gap-12">
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
        <div className="box row gap-12 between panel">
          <span>
            <b>{name || 'Pasted'}</b>, {counted(text.split('\n').length, 'line')}
          </span>
          <Button size="xs" onClick={() => change('')}>
            Clear
          </Button>
          {problem && <p className="row gap-6 bad">{fieldError(problem)}</p>}
        </div>
      ) : (
        <Textarea
          label="Or paste it here"
          rows={6}
          error={fieldError(problem)}
          ref={field}
          value={text}
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
              <PairChoice judged={judged} state={state} />
              <JudgedList judged={judged} />
              <IncludeBoxes judged={judged} state={state} />
            </>
          )}
        </section>
      )}
    </FormDrawer>
  )
}

const kinds = [
  { value: 'new', label: 'New' },
  { value: 'overlaps', label: 'Overlapping' },
  { value: 'doubt', label: 'Needs review' },
  { value: 'covered', label: 'Covered' },
  { value: 'duplicate', label: 'Duplicate' },
  { value: 'tooWide', label: 'Too wide' },
  { value: 'invalid', label: 'Invalid' },
] as const
type Kind = (typeof kinds)[number]['value']

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
  return (
    <>
      <ChoiceChips
        label="Kinds of entries"
        choices={kinds.filter(({ value }) => counts.has(value)).map((kind) => ({ ...kind, holds: counts.get(kind.value) }))}
        chosen={only}
        onChoose={setOnly}
        off={null}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={scroller} className={`box scroll ${classes.list}`} tabIndex={0} role="region" aria-label="Entries of the list">
        <ul>
          <VirtualRows
            count={shown.length}
            keyOf={(index) => index}
            estimate={() => 44}
            scroller={scroller}
            spacer="li"
            row={(index) => {
              const one = shown[index]
              if (!one) return null
              const { tone, icon, label, detail } = verdictText(one)
              return (
                <li key={index} className={`underline ${classes.item}`}>
                  <span className={`faint fz-meta num at-end ${classes.line}`}>{count(one.entry.line)}</span>
                  <span className="cut code outside">{one.entry.text}</span>
                  <span className="meta cut" title={detail}>
                    <b className={`inline-row medium ${tone}`}>
                      <Icon name={icon} size={12} /> {label}
                    </b>{' '}
                    {detail}
                  </span>
                </li>
              )
            }}
          />
        </ul>
      </div>
    </>
  )
}
