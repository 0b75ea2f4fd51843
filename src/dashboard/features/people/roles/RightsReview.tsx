import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import type { Person } from '#contract/gateway/people.ts'
import type { Lent } from '#contract/gateway/lent.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { roles } from '#contract/gateway/rights.ts'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { Endings } from '../endings.tsx'
import { limitInWords, limits } from '../limits.ts'
import { cellOf, type Effect } from './matrix.ts'

interface RightsReviewProps {
  effects: Effect[]
  /** The fields that are edited. */
  fields: string[]
  people: readonly Person[]
  /** null: they could not be read. */
  endings: readonly Lent[] | null
  onSave: () => void
  onClose: () => void
}

/** Person by person what they gain and lose. Saving grants something, so the focus is on the way back. */
export function RightsReview({ effects, fields, people, endings, onSave, onClose }: RightsReviewProps) {
  const changed = [...new Set(fields.map((field) => cellOf(field).role))]
  const empty = changed.filter((role: RoleName) => !people.some((person) => person.role === role))
  return (
    <FormDialog
      title={plural(fields.length, 'Review {count} change', 'Review {count} changes')}
      size={560}
      cancel="Back to editing"
      submit={plural(fields.length, 'Save {count} change', 'Save {count} changes')}
      onClose={onClose}
      onSubmit={onSave}
    >
      {effects.length === 0 && <div>Nobody gains or loses a permission now.</div>}
      {effects.length > 0 && (
        <ul className="long-list" aria-label="Whom the changes affect">
          {effects.map(({ person, gains, loses, limits: changedLimits }) => (
            <li key={person.id} className="underline">
              <p className="row">
                <Initial name={person.name} />
                <b className="medium outside">{person.name}</b> <span className="help">{roles[person.role].label}</span>
              </p>
              <KeyValue>
                {gains.length > 0 && <Fact name="Gains">{gains.join(', ')}</Fact>}
                {loses.length > 0 && <Fact name="Loses">{loses.join(', ')}</Fact>}
                {changedLimits.map(({ name, before, after }) => (
                  <Fact key={name} name={limits[name].label}>
                    {limitInWords(name, before)} → {limitInWords(name, after)}
                  </Fact>
                ))}
              </KeyValue>
            </li>
          ))}
        </ul>
      )}
      <div className="prose">
        <Endings endings={endings} />
      </div>
      {empty.length > 0 && (
        <p className="help">
          {plural(empty.length, 'Nobody has this role yet: {roles}.', 'Nobody has these roles yet: {roles}.', {
            roles: listed(empty.map((role) => roles[role].label)),
          })}
        </p>
      )}
      {effects.length > 0 && <p className="help">Takes effect with the next request of {counted(effects.length, 'person', 'people')}.</p>}
    </FormDialog>
  )
}
