import { Button, Textarea } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { FileInput } from '#dashboard/ui/form/FileInput.tsx'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { banSchema, emptyFields } from './ban-fields.ts'
import { banTaken, banWide, type Banning } from './ban.ts'
import classes from './ImportDrawer.module.css'
import { IncludeBoxes } from './IncludeBoxes.tsx'
import { JudgedList } from './JudgedList.tsx'
import type { Note } from '../list/notes.ts'
import { OverlapNote } from './OverlapNote.tsx'
import { overlapping, takenOf } from './preview.ts'
import { freshIn } from '../ranges/judge.ts'
import type { Range } from '../ranges/range.ts'
import type { BanList } from '../read.ts'
import { useLongPreview } from './use-preview.ts'

interface ImportDrawerProps {
  chat: Chat
  list: BanList
  /** What it begins with. */
  text: string
  keepNotes: (changes: { range: Range; note: Note }[]) => Promise<void>
  onClose: () => void
}

/** Larger files are no ban list, and reading them would stop the page. Bytes. */
const largestFile = 20_000_000
/** Longer texts are not edited here. Characters. */
const longestEdited = 20_000

/** A list from elsewhere: what of it is new, covered, overlapping or wrong, before anything is sent. */
export function ImportDrawer({ chat, list, text: initial, keepNotes, onClose }: ImportDrawerProps) {
  // Beside the form, because the judgement that its rules need is made from it by a worker.
  const [text, setText] = useState(initial)
  const judged = useLongPreview(text, list)
  const form = useForm({ defaultValues: { ...emptyFields, text }, resolver: zodResolver(banSchema(() => judged)) })
  const { errors } = form.formState
  const include = useWatch({ control: form.control, name: 'include' })
  const [name, setName] = useState('')
  const [fileTrouble, setFileTrouble] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (judged && form.formState.isSubmitted) void form.trigger('text')
  }, [form, judged])
  const taken = takenOf(judged ?? [], include)
  const fresh = freshIn(
    list.index,
    taken.map(({ range }) => range),
  )

  const change = (next: string) => {
    setText(next)
    form.setValue('text', next)
  }

  async function readFile(file: File) {
    setFileTrouble('')
    if (file.size > largestFile) return setFileTrouble('The file is larger than 20 MB: that is no list of addresses.')
    try {
      change(await file.text())
      setName(file.name)
    } catch {
      setFileTrouble('The browser could not read the file.')
    }
  }

  const banning = useAction('banCreate', (send, all: Banning) => banTaken(send, all))
  const go = form.handleSubmit(({ taken }) => {
    const all = { chat, taken, keepNotes, onDone: onClose }
    if (banWide(all)) banning.reset()
    else banning.mutate(all)
  })

  return (
    <FormDrawer
      title="Import a list"
      onClose={onClose}
      onSubmit={(event) => void go(event)}
      submit={taken.length === 0 ? 'Ban' : `Ban ${counted(taken.length, 'entry', 'entries')}`}
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
      <OverlapNote overlapping={overlapping(taken)} />
      {fileTrouble && <Banner tone="bad">{fileTrouble}</Banner>}
      {text.length > longestEdited ? (
        <div className={classes.long}>
          <span>
            <b>{name || 'Pasted'}</b>, {counted(text.split('\n').length, 'line')}
          </span>
          <Button size="xs" onClick={() => change('')}>
            Clear
          </Button>
          {errors.text && <p className="bad">{fieldError(errors.text.message)}</p>}
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
                if (pasted.length <= longestEdited) return
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
                <b>{counted(fresh, 'address', 'addresses')} would be banned</b> by {count(taken.length)} of{' '}
                {counted(judged.length, 'entry', 'entries')}
              </>
            )}
          </p>
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
