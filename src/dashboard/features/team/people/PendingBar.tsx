import type { Invitation } from '#contract/workspace/people.ts'
import { PlainButton } from '#dashboard/ui/form/PlainButton.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import classes from '../TeamPage.module.css'

/** On phones: invitations that nobody has accepted yet. */
export const PendingBar = ({ invitations, onShow }: { invitations: Invitation[]; onShow: () => void }) => (
  <div className={classes.pendingBar} data-bulk-bar>
    <p className="grow cut fz-help">
      <b>{counted(invitations.length, 'pending invitation')}</b>{' '}
      <span className="quiet outside">{invitations.map(({ name }) => name).join(', ')}</span>
    </p>
    <PlainButton onClick={onShow}>Show</PlainButton>
  </div>
)
