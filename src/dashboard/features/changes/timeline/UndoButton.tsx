import { Button } from '#dashboard/ui/form/Button.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { Confirmation } from '#dashboard/platform/api/ConfirmDialog.tsx'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { type Catalogue, catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { type May, useMay } from '#dashboard/platform/session/rights.ts'
import { withCause } from '#dashboard/platform/api/actions.ts'
import { to } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { toast, toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { type ActivityEntry, labelOf, subjectOf, titleOf, valueInWords, mayUndo } from './entry.ts'
import { undoOf } from './log/audit-words.ts'
import { logEntryQuery, refreshLog } from './log/export-log.ts'
import { prepareUndo, type UndoLine, undoTarget, prepareStaging } from './undo.ts'
import { ChangeTable } from '#dashboard/platform/changes/ChangeTable.tsx'
import { ShownValue } from '#dashboard/platform/saving/change-notes.tsx'

interface UndoButtonProps {
  entry: ActivityEntry
  catalogue: Catalogue
  label?: string | undefined
}

/** Nothing for who may not make the change that undoes it. */
export function UndoButton({ entry, catalogue, label }: UndoButtonProps) {
  const go = useNavigate()
  const may = useMay()
  if (!mayUndo(may, entry)) return null
  const what = [titleOf(entry), entry.chatName, clock(entry.at)]
  return <UndoPress what={what} label={label} line={entry.line} undo={() => undo(entry, { catalogue, go })} />
}

interface UndoPressProps {
  /** Names what is undone; '' says nothing. */
  what: string[]
  label?: string | undefined
  /** The entry that the key for undo presses it for. */
  line?: number
  undo: () => Promise<unknown>
}

/** Is busy while it asks what would be undone, and says where that failed. */
export function UndoPress({ what, label = 'Undo', line, undo }: UndoPressProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="xs"
      icon="undo"
      aria-label={`Undo: ${what.filter(Boolean).join(', ')}`}
      data-undo={line}
      loading={busy}
      onClick={() => {
        setBusy(true)
        void undo()
          .catch((error: unknown) => toastError('Nothing was undone', error))
          .finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
}

/** The same for an entry of which only the number is known. Rejects where it cannot be read, or undone any more. */
export async function undoLine(line: number, may: May, go: UndoOptions['go']): Promise<void> {
  const [{ data }, catalogue] = await Promise.all([
    queryClient.fetchQuery({ ...logEntryQuery(may('audit.read') ? 'everyone' : 'me', line), staleTime: 0 }),
    queryClient.ensureQueryData(catalogueQuery),
  ])
  const entry = undoOf(data, catalogue)
  await (entry && mayUndo(may, entry) ? undo(entry, { catalogue, go }) : go(to.changes({ line })))
}

interface UndoOptions {
  catalogue: Catalogue
  /** Opens a page. */
  go: (path: string) => unknown
}

/** Shows what undoing a change would send, and sends it once somebody agreed. Rejects where that cannot be told. */
async function undo(entry: ActivityEntry, { catalogue, go }: UndoOptions): Promise<void> {
  const { line } = entry
  const title = `Undo “${titleOf(entry)}”?`
  const ask = (lines: UndoLine[], warning: string, rest: Pick<Confirmation, 'confirmLabel' | 'writes' | 'run'>) =>
    confirm({ title, body: <UndoBody entry={entry} lines={lines} warning={warning} catalogue={catalogue} />, ...rest })
  const target = undoTarget(entry)
  if (target) {
    const { lines, warning, run } = await prepareUndo(entry, target)
    if (lines.length === 0) return reportNoDifference()
    return ask(lines, warning, {
      confirmLabel: 'Undo',
      writes: target.action,
      run: async (send) => {
        const isChecked = await run(withCause(send, { kind: 'undo', of: line }))
        void refreshLog()
        if (isChecked) toast('Undone')
        else
          toastWarning(
            'Undone, but not checked',
            `${serviceNameFirst()} confirmed the change, but it could not be read back. Check it before you continue.`,
          )
      },
    })
  }
  if (entry.chatId === null) return
  const { chatId } = entry
  const { lines, unnamedSounds, stage } = await prepareStaging(entry, chatId, catalogue)
  const review = async () => {
    await stage()
    await go(to.settingsReview(chatId, line))
  }
  if (unnamedSounds.length > 0) warnOfUnnamed(unnamedSounds.map((line) => labelOf(entry, line)))
  if (lines.length === 0) return unnamedSounds.length > 0 ? undefined : reportNoDifference()
  if (lines.every(({ changedSince }) => changedSince === undefined)) await review()
  else ask(lines, '', { confirmLabel: 'Continue to review', run: review })
}

export const reportNoDifference = () => toast('Nothing to undo. The earlier values are already set.')

const warnOfUnnamed = (sounds: string[]) =>
  toastWarning(
    plural(sounds.length, '{count} sound can’t be restored', '{count} sounds can’t be restored'),
    `${serviceNameFirst()} has not confirmed the names of the earlier sounds: ${listed(sounds)}. Choose a sound by name.`,
  )

interface UndoBodyProps {
  entry: ActivityEntry
  lines: UndoLine[]
  warning: string
  catalogue: Catalogue
}

/** What will be sent, new and old, and what somebody changed meanwhile. */
function UndoBody({ entry, lines, warning, catalogue }: UndoBodyProps) {
  const about = [entry.chatName, subjectOf(entry)].filter(Boolean).join(' · ')
  const words = (name: string, of: UndoLine['now']) => valueInWords(entry, name, of, catalogue)
  const rows = lines.map((line) => ({
    key: line.name,
    place: '',
    label: labelOf(entry, line),
    before: words(line.name, line.now),
    after: words(line.name, line.earlier),
    kind: 'text' as const,
    state: 'differs' as const,
    note: '',
    line,
  }))
  return (
    <div className="stack gap-12">
      {about && <p className="quiet outside">{about}</p>}
      {warning && (
        <Banner>
          <b>{warning}</b>
        </Banner>
      )}
      <ChangeTable
        label="What is undone"
        groups={[{ key: 'all', rows }]}
        columns={{ place: null, label: 'Value', before: 'Now', after: 'Earlier', state: null, actions: 0 }}
        aboutOf={({ line: { name, changedSince } }) =>
          changedSince !== undefined && (
            <span className="warn">
              Changed since. This entry had set it to <ShownValue words={words(name, changedSince)} />
            </span>
          )
        }
        scroller="all"
        wholeTexts
      />
    </div>
  )
}
