import { Button } from '#dashboard/ui/form/Button.tsx'
import { Modal, Stack } from '@mantine/core'
import type { Person } from '#contract/gateway/people.ts'
import type { Lent } from '#contract/gateway/lent.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { roles } from '#contract/gateway/rights.ts'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { Endings } from '../lent/Endings.tsx'
import { limitInWords, limits } from '../limits.ts'
import { cellOf, type Effect } from './matrix.ts'
import classes from './RightsPage.module.css'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

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
    <Modal opened onClose={onClose} title={plural(fields.length, 'Review {count} change', 'Review {count} changes')} size={560}>
      <Stack gap="lg">
        {effects.length === 0 && <div>Nobody gains or loses a right now.</div>}
        {effects.length > 0 && (
          <ul className={classes.review} aria-label="Whom the changes affect">
            {effects.map(({ person, gains, loses, limits: changedLimits }) => (
              <li key={person.id}>
                <p className="row">
                  <Initial name={person.name} />
                  <b className="medium outside">{person.name}</b> <span className="help">{roles[person.role].label}</span>
                </p>
                <dl>
                  {gains.length > 0 && <Line label="Gains" text={gains.join(', ')} />}
                  {loses.length > 0 && <Line label="Loses" text={loses.join(', ')} />}
                  {changedLimits.map(({ name, before, after }) => (
                    <Line key={name} label={limits[name].label} text={`${limitInWords(name, before)} → ${limitInWords(name, after)}`} />
                  ))}
                </dl>
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
        <DialogFoot>
          <Button data-autofocus onClick={onClose}>
            Back to editing
          </Button>
          <Button variant="filled" onClick={onSave}>
            {plural(fields.length, 'Save {count} change', 'Save {count} changes')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

const Line = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{text}</dd>
  </div>
)
