import { Button } from '#dashboard/ui/form/Button.tsx'
import { Modal, Stack } from '@mantine/core'
import type { DriftFinding } from '#contract/gateway/drift.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { ChangeTable } from '#dashboard/platform/changes/ChangeTable.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { fieldLabel, placeName, valueInWords } from './finding-words.ts'
import { rowOf } from './Findings.tsx'
import type { Question } from './use-drift.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

/** Before several are put back at once. */
export function PutBackAllDialog({
  findings,
  catalogue,
  onPutBack,
  onClose,
}: {
  findings: readonly DriftFinding[]
  catalogue: Catalogue
  onPutBack: () => void
  onClose: () => void
}) {
  const rows = findings.map((finding) => {
    const { before, after, ...row } = rowOf(finding, catalogue, 0)
    return { ...row, before: after, after: before ?? '', state: 'will' as const }
  })
  return (
    <Modal opened onClose={onClose} size={680} title={plural(findings.length, 'Put back {count} value', 'Put back {count} values')}>
      <Stack gap="lg">
        <ChangeTable
          label="What is put back"
          groups={[{ key: 'all', rows }]}
          columns={{ place: 'Where', label: 'What', before: 'Now', after: 'Put back', state: null, actions: 0 }}
          scroller="all"
          wholeTexts
        />
        <p className="help">Each value is put back only where it still holds what was found. Otherwise you are asked.</p>
        <DialogFoot>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            variant="filled"
            onClick={() => {
              onClose()
              onPutBack()
            }}
          >
            {plural(findings.length, 'Put back {count}', 'Put back {count}')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

interface ChangedAgainDialogProps {
  questions: readonly Question[]
  catalogue: Catalogue
  onOverwrite: (findings: DriftFinding[]) => void
  onClose: () => void
}

/** Values that somebody has changed since they were found: nothing was written over them. */
export function ChangedAgainDialog({ questions, catalogue, onOverwrite, onClose }: ChangedAgainDialogProps) {
  return (
    <Modal opened onClose={onClose} title={plural(questions.length, 'Put back {count} value anyway?', 'Put back {count} values anyway?')}>
      <Stack gap="lg">
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
        <DialogFoot>
          <Button onClick={onClose} data-autofocus>
            Keep what is there now
          </Button>
          <Button
            onClick={() => {
              onClose()
              onOverwrite(questions.map(({ finding }) => finding))
            }}
          >
            Put back anyway
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

function changedAgain(finding: DriftFinding, now: Question['now'], catalogue: Catalogue): string {
  const [held, found, before] = [now, finding.after, finding.before].map((value) => valueInWords(finding, value, catalogue) || 'empty')
  return `It was changed again: now ${held}. It was found as ${found}, and was ${before} before.`
}
