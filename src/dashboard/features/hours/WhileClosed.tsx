import { Textarea } from '@mantine/core'
import { settings } from '#contract/settings.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import type { HoursPartProps } from './hours-props.ts'
import classes from './WhileClosed.module.css'

/** What visitors find while the chat is closed by its hours. */
export const WhileClosed = ({ values, problems, mayWrite, set }: HoursPartProps) => (
  <section aria-labelledby="while-closed" className={classes.section}>
    <h2 className="heading" id="while-closed">
      While closed
    </h2>
    <p className="help">
      The chat is offline and everyone is disconnected. When it opens, its own offline message is restored. Other settings stay as they are.
    </p>
    <div id="hours-message">
      <Textarea
        label="Message"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={settings.offlineMessage.control.max}
        readOnly={!mayWrite}
        value={values.message}
        error={fieldError(problems.message)}
        onChange={({ currentTarget }) => set('message', currentTarget.value)}
      />
    </div>
    <label className={classes.form} htmlFor="hours-form">
      <span className="medium grow">Contact form</span>
      <Switch
        id="hours-form"
        checked={values.showForm}
        disabled={!mayWrite}
        onChange={(event) => set('showForm', event.currentTarget.checked)}
      />
      <span aria-hidden>{values.showForm ? 'On' : 'Off'}</span>
    </label>
  </section>
)
