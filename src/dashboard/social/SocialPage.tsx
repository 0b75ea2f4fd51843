import { TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { q, refresh } from '../query.ts'
import { call } from '../session.ts'
import { useFieldsForm } from '../use-fields-form.ts'
import { ClashDialog } from '../ui/ClashDialog.tsx'
import { fieldError } from '../ui/form-errors.tsx'
import rows from '../ui/form-rows.module.css'
import { NotSaved, Stale } from '../ui/notes.tsx'
import { PageHead } from '../ui/Page.tsx'
import { SaveActs } from '../ui/SaveActs.tsx'
import { NotKeptNote } from '../ui/SaveNotes.tsx'
import { Toggle } from '../ui/Toggle.tsx'
import { labels, socialOf, socialResolver, type SocialFields } from './social.ts'
import classes from './SocialPage.module.css'
import { SharePreview } from './SharePreview.tsx'

const read = async () => socialOf((await call('socialRead', {})).data)
const write = (social: SocialFields) => call('socialUpdate', { body: social })
const words = (value: string | boolean) => (typeof value === 'boolean' ? (value ? 'On' : 'Off') : value)

/** The share buttons of all group chats. */
export function SocialPage() {
  const reading = useSuspenseQuery(q('socialRead', {}))
  const fields = useFieldsForm<SocialFields>({
    what: 'Social settings',
    held: socialOf(reading.data.data),
    resolver: socialResolver,
    read,
    write,
    onSaved: () => refresh('socialRead'),
  })
  const { form, values } = fields
  const { errors } = form.formState
  const problem = fields.changed.find((name) => errors[name])
  return (
    <>
      <PageHead
        title="Social"
        acts={
          <SaveActs
            edits={fields.changed.length}
            busy={fields.busy}
            problem={problem && `Correct the ${labels[problem].toLowerCase()} to save`}
            onSave={fields.save}
            onDiscard={fields.discard}
          />
        }
      />
      <Stale what="The social settings" reading={reading} />
      <div className={classes.page}>
        <p className={classes.lead}>These hold for all group chats of the account, at once.</p>
        {fields.error !== null && <NotSaved error={fields.error} />}
        {fields.notKept.length > 0 && (
          <NotKeptNote
            notKept={fields.notKept.map((one) => ({
              name: one.name,
              label: labels[one.name],
              meant: words(one.meant),
              kept: words(one.kept),
              onPutBack: () => fields.putBack(one),
            }))}
            onClose={fields.dropNotKept}
          />
        )}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            fields.save()
          }}
        >
          <div className={rows.group}>
            <label htmlFor="social" className={rows.label}>
              {labels.social}
            </label>
            <div className={classes.switch}>
              <Toggle id="social" {...form.register('social')} />
              <span>{values.social ? 'On' : 'Off'}</span>
              <span className={classes.help}>{values.social ? 'Chats show them' : 'No chat shows them; what stands below is kept'}</span>
            </div>
          </div>
          <fieldset className={classes.network} data-off={!values.social || undefined}>
            <legend>First network</legend>
            <TextInput
              className={rows.row}
              label={labels.networkOneLink}
              description="Its share button posts this link"
              type="url"
              inputMode="url"
              placeholder="https://"
              error={fieldError(errors.networkOneLink?.message)}
              {...form.register('networkOneLink')}
            />
          </fieldset>
          <fieldset className={classes.network} data-off={!values.social || undefined}>
            <legend>Second network</legend>
            <TextInput
              className={rows.row}
              label={labels.networkTwoName}
              description="Its share button names this account"
              autoComplete="off"
              error={fieldError(errors.networkTwoName?.message)}
              {...form.register('networkTwoName')}
            />
          </fieldset>
          <button type="submit" hidden>
            Save
          </button>
        </form>
        <SharePreview social={values} />
      </div>
      {fields.clashes && (
        <ClashDialog
          clashes={fields.clashes.list.map(({ name, base, mine, theirs }) => ({
            name,
            label: labels[name],
            base: words(base),
            mine: words(mine),
            theirs: words(theirs),
          }))}
          onChoose={fields.clashes.choose}
        />
      )}
    </>
  )
}
