import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { QuietHours } from '#contract/workspace/my-notifications.ts'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { ZoneSelect } from '#dashboard/ui/form/ZoneSelect.tsx'
import { useNow } from '#dashboard/ui/format/time.tsx'
import page from '../NotificationsPage.module.css'
import classes from './QuietHoursForm.module.css'
import { dayChoiceNames, dayChoices, dayNames, quietFields, quietResolver, type QuietFields } from './quiet-fields.ts'

/** The quiet hours of this person. @param saved null: never set */
export function QuietHoursForm({ saved }: { saved: QuietHours | null }) {
  const now = useNow() * 1000
  const held = useMemo(() => quietFields(saved), [saved])
  const form = useForm<QuietFields, unknown, QuietHours>({ resolver: quietResolver, defaultValues: held, mode: 'onTouched' })
  const { errors, isDirty } = form.formState
  const [isOn, choice] = useWatch({ control: form.control, name: ['isOn', 'choice'] })
  // Takes over changes from another browser of the same person, unless the form was edited.
  useEffect(() => {
    if (!form.formState.isDirty) form.reset(held)
  }, [form, held])
  const saving = useWorkspaceAction('myQuietHoursSet', async (send, quiet: QuietHours) => {
    await send('myQuietHoursSet', { body: quiet })
    form.reset(quietFields(quiet))
    await refreshWorkspace('myNotificationsRead')
    toast(quiet.isOn ? 'Quiet hours were saved' : 'Quiet hours are off')
  })
  const submit = form.handleSubmit((quiet) => saving.mutate(quiet))
  const time = (name: 'from' | 'to', label: string) => (
    <TextInput
      className={classes.time}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      disabled={saving.isPending}
      error={errors[name] !== undefined}
      {...form.register(name)}
    />
  )
  return (
    <section className={page.section} aria-labelledby="quiet-hours">
      <form className="stack gap-10" noValidate onSubmit={(event) => void submit(event)}>
        <div className="row between">
          <h2 className={`section-heading ${classes.heading}`} id="quiet-hours">
            Quiet hours <span>only for you</span>
          </h2>
          <Switch aria-labelledby="quiet-hours" disabled={saving.isPending} {...form.register('isOn')} />
        </div>
        {isOn && (
          <>
            <div className="row wrap gap-6">
              {time('from', 'Quiet from')}
              <span className="help">to</span>
              {time('to', 'Quiet until')}
              <NativeSelect
                className="grow"
                aria-label="Quiet on"
                disabled={saving.isPending}
                data={dayChoiceNames.map((value) => ({ value, label: dayChoices[value].label }))}
                {...form.register('choice')}
              />
            </div>
            {(errors.from ?? errors.to) && (
              <p className="small bad" role="alert">
                {errors.from?.message ?? errors.to?.message}
              </p>
            )}
            {choice === 'some' && (
              <Controller
                control={form.control}
                name="days"
                render={({ field: { value, onChange } }) => (
                  <Checkbox.Group label="They begin on" value={value} onChange={onChange} error={fieldError(errors.days?.message)}>
                    <div className={classes.days}>
                      {dayNames.map((name, day) => (
                        <Checkbox key={name} value={String(day)} label={name} />
                      ))}
                    </div>
                  </Checkbox.Group>
                )}
              />
            )}
            <Controller
              control={form.control}
              name="zone"
              render={({ field: { value, onChange } }) => (
                <ZoneSelect value={value} error={errors.zone?.message} disabled={saving.isPending} now={now} onChange={onChange} />
              )}
            />
          </>
        )}
        <p className="help">
          {isOn
            ? 'E-mail to you waits and arrives as one summary at their end. Events marked “also in quiet hours” arrive at once. Webhooks and this page do not wait.'
            : 'While they are on, e-mail to you waits and arrives as one summary at their end.'}
        </p>
        {saving.error && <NotSaved error={saving.error} title="Not saved." />}
        {isDirty && (
          <div className="row">
            <Button type="submit" variant="filled" size="xs" loading={saving.isPending}>
              Save quiet hours
            </Button>
            <Button size="xs" variant="subtle" disabled={saving.isPending} onClick={() => form.reset(held)}>
              Discard
            </Button>
          </div>
        )}
      </form>
      <p className={`help ${classes.note}`}>Deletions and presets never wait for a notification.</p>
    </section>
  )
}
