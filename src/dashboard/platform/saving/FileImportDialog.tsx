import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { NotImported } from '#engine/exchange/exchange-file.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { FailedChange } from './change-notes.tsx'
import { CloseDialog, FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

/** Bytes. Files with the largest texts are a tenth of it. */
const maxFileBytes = 5_000_000

interface FileImportDialogProps<C> {
  /** What is imported, in the plural: "rules". */
  what: string
  file: File
  read: (text: string) => C | NotImported
  /** Why nothing of a file of ours can be imported; null where something can. */
  problemOf: (contents: C) => ReactNode
  onClose: () => void
  children: (contents: C) => ReactNode
}

export function FileImportDialog<C extends { kind: 'read' }>({ what, file, read, problemOf, onClose, children }: FileImportDialogProps<C>) {
  const { data: contents, error } = useQuery({
    queryKey: ['import', what, file.name, file.size, file.lastModified],
    queryFn: async () => (file.size > maxFileBytes ? { kind: 'tooLarge' as const } : read(await file.text())),
    gcTime: 0,
    retry: false,
  })
  // It takes a moment, and a dialog that is empty at first would have the focus itself.
  if (!contents && !error) return null
  const found = contents?.kind === 'read' ? contents : null
  const problem = found ? problemOf(found) : problemOfFile(contents?.kind, what)
  if (found && problem === null) return children(found)
  return (
    <CloseDialog title={`Import ${what}`} size={560} onClose={onClose}>
      <Banner tone="bad">{problem}</Banner>
    </CloseDialog>
  )
}

function problemOfFile(kind: 'read' | NotImported['kind'] | 'tooLarge' | undefined, what: string): string {
  switch (kind) {
    case 'notOurs':
      return `The file contains no ${what} of Roomkeeper.`
    case 'laterVersion':
      return 'A later version of Roomkeeper wrote this file, in a format that this version does not support.'
    case 'tooLarge':
      return 'The file is larger than 5 MB.'
    default:
      return 'The file could not be read.'
  }
}

interface ImportChoiceProps<T> {
  title: string
  entries: readonly T[]
  nameOf: (entry: T) => string
  descriptionOf: (entry: T) => ReactNode
  notes: ReactNode
  importing: { mutate: (chosen: T[]) => void; error: Error | null; isPending: boolean }
  failed: string
  /** Whether what the import depends on has been read. */
  isReady?: boolean
  submitLabel: (count: number) => string
  onCancel: () => void
}

export function ImportChoice<T>({ entries, nameOf, descriptionOf, notes, importing, ...props }: ImportChoiceProps<T>) {
  const { title, failed, isReady = true, submitLabel, onCancel } = props
  const [left, setLeft] = useState<ReadonlySet<T>>(new Set())
  const chosen = entries.filter((entry) => !left.has(entry))
  return (
    <FormDialog
      title={title}
      size={560}
      submit={submitLabel(chosen.length)}
      blocked={chosen.length === 0 || !isReady}
      isBusy={importing.isPending}
      onClose={onCancel}
      onSubmit={() => importing.mutate(chosen)}
    >
      {importing.error !== null && (
        <Banner tone="bad">
          <FailedChange error={importing.error} title={failed} />
        </Banner>
      )}
      {notes}
      <div className="stack long-list">
        {entries.map((entry, index) => (
          <Checkbox
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and two entries may have the same name
            key={index}
            checked={!left.has(entry)}
            onChange={() => setLeft(new Set(left.has(entry) ? [...left].filter((other) => other !== entry) : [...left, entry]))}
            label={<span className="outside">{nameOf(entry)}</span>}
            description={descriptionOf(entry)}
          />
        ))}
      </div>
    </FormDialog>
  )
}
