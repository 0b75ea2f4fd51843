import { TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { socialLabels } from '#contract/resources.ts'
import { FieldsActs, FieldsNotes } from '#dashboard/platform/saving/FieldsForm.tsx'
import { q, refresh } from '#dashboard/platform/api/query.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { useFieldsForm } from '#dashboard/platform/saving/use-fields-form.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import rows from '#dashboard/ui/form/form-rows.module.css'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { Toggle } from '#dashboard/ui/form/Toggle.tsx'
import { socialOf, socialResolver, type SocialFields } from './social.ts'
import classes from './SocialPage.module.css'
import { SharePreview } from './SharePreview.tsx'

const read = async () => socialOf((await call('socialRead', {})).data)
const write = (send: SendRequest, social: SocialFields) => send('socialUpdate', { body: social })
const words = (_: string, value: string | boolean) => (typeof value === 'boolean' ? (value ? 'On' : 'Off') : value)

/** What the share functions of all group chats use. */
export function SocialPage() {
  const reading = useSuspenseQuery(q('socialRead', {}))
  const fields = useFieldsForm<SocialFields>({
    what: 'Social settings',
    held: socialOf(reading.data.data),
    resolver: socialResolver,
    read,
    writes: 'socialUpdate',
    write,
    onSaved: () => refresh('socialRead'),
  })
  const { form, values } = fields
  const { errors } = form.formState
  return (
    <>
      <PageHead actions={<FieldsActs fields={fields} labels={socialLabels} />} />
      <StaleNotice what="The social settings" reading={reading} />
      <div className={classes.page}>
        <p className={classes.lead}>These settings apply to all group chats of the account.</p>
        <FieldsNotes fields={fields} labels={socialLabels} words={words} />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            fields.save()
          }}
        >
          <div className={rows.group}>
            <label htmlFor="social" className={rows.label}>
              {socialLabels.social}
            </label>
            <div className={classes.switch}>
              <Toggle id="social" {...form.register('social')} />
              <span>{values.social ? 'On' : 'Off'}</span>
              <span className="quiet fz-help">
                {values.social ? 'Social settings are enabled.' : 'Social settings are disabled. The values below are kept.'}
              </span>
            </div>
          </div>
          <fieldset className={classes.network} data-off={!values.social || undefined}>
            <legend>First network</legend>
            <TextInput
              className={rows.row}
              label={socialLabels.networkOneLink}
              description="Used by the share function of this network"
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
              label={socialLabels.networkTwoName}
              description="Used by the share function of this network"
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
    </>
  )
}
