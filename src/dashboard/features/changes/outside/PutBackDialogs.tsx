import type { DriftFinding } from '#contract/gateway/drift.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { ChangeTable } from '#dashboard/platform/changes/ChangeTable.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { fieldLabel, placeName, valueInWords } from './finding-words.ts'
import { rowOf } from './finding-row.ts'
import type { Question } from './use-drift.ts'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

interface DialogProps {
  catalogue: Catalogue
  onClose: () => void
}

export function PutBackAllDialog({
  findings,
  catalogue,
  onPutBack,
  onClose,
}: DialogProps & { findings: readonly DriftFinding[]; onPutBack: () => void }) {
  const rows = findings.map((finding) => {
    const { before, after, ...row } = rowOf(finding, catalogue, 0)
    return { ...row, before: after, after: before ?? '', state: 'will' as const }
  })
  return (
    <FormDialog
      onClose={onClose}
      size={680}
      title={plural(findings.length, 'Put back {count} change', 'Put back {count} changes')}
      submit={plural(findings.length, 'Put back {count}', 'Put back {count}')}
      onSubmit={() => {
        onClose()
        onPutBack()
      }}
    >
      <ChangeTable
        label="What is put back"
        groups={[{ key: 'all', rows }]}
        columns={{ place: 'Where', label: 'What', before: 'Now', after: 'Put back', state: null, actions: 0 }}
        scroller="all"
        wholeTexts
      />
      <p className="help">Each value is put back only where it still holds what was found. Otherwise you are asked.</p>
    </FormDialog>
  )
}

interface ChangedAgainDialogProps extends DialogProps {
  questions: readonly Question[]
  onOverwrite: (findings: DriftFinding[]) => void
}

/** Values that somebody has changed since they were found: nothing was written over them. */
export const ChangedAgainDialog = ({ questions, catalogue, onOverwrite, onClose }: ChangedAgainDialogProps) => (
  <FormDialog
    onClose={onClose}
    title={plural(questions.length, 'Put back {count} change anyway?', 'Put back {count} changes anyway?')}
    cancel="Keep what is there now"
    submit="Put back anyway"
    onSubmit={() => {
      onClose()
      onOverwrite(questions.map(({ finding }) => finding))
    }}
  >
    <ul>
      {questions.map(({ finding, now, message }) => (
        <li key={finding.id}>
          <b className="medium outside">
            {placeName(finding)}, {fieldLabel(finding)}
          </b>
          <p className="help outside">{message || changedAgain(finding, now, catalogue)}</p>
        </li>
      ))}
    </ul>
  </FormDialog>
)

function changedAgain(finding: DriftFinding, now: Question['now'], catalogue: Catalogue): string {
  const [held, found, before] = [now, finding.after, finding.before].map((value) => valueInWords(finding, value, catalogue) || 'empty')
  return `It was changed again: now ${held}. It was found as ${found}, and was ${before} before.`
}
