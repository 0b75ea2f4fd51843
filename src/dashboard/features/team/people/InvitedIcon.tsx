import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './PeopleTable.module.css'

/** In place of the initial of somebody who has not joined yet. */
export const InvitedIcon = () => (
  <span className={classes.invited} aria-hidden>
    <Icon name="link" size={12} />
  </span>
)
