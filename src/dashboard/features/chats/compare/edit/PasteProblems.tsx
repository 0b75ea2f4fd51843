import { count, plural } from '#dashboard/ui/format/numbers.ts'
import type { PasteProblem } from './paste.ts'
import { CloseDialog } from '#dashboard/ui/overlay/Dialog.tsx'

/** More would make the dialog slow, and nobody reads them. */
const maxShown = 200

/** Why nothing was pasted. */
export function PasteProblems({ problems, onClose }: { problems: readonly PasteProblem[]; onClose: () => void }) {
  const whole = problems.every(({ cell }) => cell === '')
  const rest = problems.length - maxShown
  return (
    <CloseDialog
      onClose={onClose}
      size="lg"
      title={
        whole
          ? 'Nothing was pasted'
          : plural(problems.length, 'Nothing was pasted: {count} value is wrong', 'Nothing was pasted: {count} values are wrong')
      }
    >
      {whole ? (
        problems.map(({ reason }) => <p key={reason}>{reason}</p>)
      ) : (
        // A list that scrolls has to be reached by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="long-list" role="region" aria-label="Wrong values" tabIndex={0}>
          <table className="table small">
            <thead>
              <tr>
                <th scope="col">Cell</th>
                <th scope="col">Value</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {problems.slice(0, maxShown).map(({ cell, value, reason }) => (
                <tr key={cell}>
                  <td className="outside">{cell}</td>
                  <td className="outside">{value === '' ? <span className="faint">empty</span> : value}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rest > 0 && <p className="help mt-8">{plural(rest, '{count} more', '{count} more', { count: count(rest) })}</p>}
        </div>
      )}
    </CloseDialog>
  )
}
