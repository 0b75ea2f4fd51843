import { Button } from '#dashboard/ui/form/Button.tsx'
import { Checkbox, Modal, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Plan } from '#contract/account.ts'
import { serviceName } from '#contract/provider-names.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { to } from '#dashboard/platform/to.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { FailedChange, NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import classes from './ConnectionPage.module.css'
import { serviceRows } from './service-rows.ts'
import { stepNames, steps, type LearnResult, type Step } from './learn.ts'
import { useLearning } from './use-learning.ts'
import { DialogFoot } from '#dashboard/ui/overlay/Dialog.tsx'

interface LearnDialogProps {
  catalogue: Catalogue
  plan: Plan
  onClose: () => void
}

const schema = z.object({
  agreed: z.boolean().check(z.refine((agreed) => agreed, 'Agree first: nothing is created without it')),
  sounds: z.string().check(z.maxLength(2000, 'At most 2,000 characters')),
})

/** Explains what will happen, asks for consent, shows the steps, and reports what became of the temporary chat. */
export function LearnDialog({ catalogue, plan, onClose }: LearnDialogProps) {
  const { step, result, error, isRunning, start, stop } = useLearning()
  const form = useForm({ defaultValues: { agreed: false, sounds: '' }, resolver: zodResolver(schema) })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control, name: 'sounds' })
  const isFull = plan.rooms !== null && plan.usedRooms !== null && plan.usedRooms >= plan.rooms
  const names = soundNames(catalogue, typed)
  const go = form.handleSubmit(() => {
    if (!isFull && !isRunning) start(names)
  })
  const title = result ? (result.trouble === null ? 'This service is learned' : 'Learning stopped') : 'Learn how this service behaves?'

  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={!isRunning} closeOnEscape={!isRunning}>
      <form noValidate onSubmit={(event) => void go(event)}>
        <div className="stack gap-16">
          <NotSaved error={error} title="Not started." named kept="" />
          {result ? (
            <Result result={result} catalogue={catalogue} />
          ) : step ? (
            <Progress step={step} />
          ) : (
            <>
              <div>Roomkeeper creates a temporary chat, writes to it, reads back what {serviceName()} kept, and deletes the chat.</div>
              <KeyValue look="ends">
                <Fact name="Temporary chat">private, “Roomkeeper test …, may be deleted”</Fact>
                <Fact name="Takes" className="num">
                  about {count(60 + 2 * names.length)} requests
                </Fact>
                <Fact name="Chats on your plan" className="num">
                  {planWords(plan)}
                </Fact>
                <Fact name="Your own chats">not changed</Fact>
              </KeyValue>
              {isFull ? (
                <Banner>
                  <b>The plan has no free chat.</b> Delete a chat that is not needed, or ask for a larger plan, and start again.
                </Banner>
              ) : (
                <Banner>
                  If {serviceName()} refuses to delete the temporary chat, it stays in your account and is named here with a link.
                </Banner>
              )}
              <TextInput
                label="Names of further sounds"
                description="Separated by commas. The names in catalogue.json are tried in any case."
                {...form.register('sounds')}
                error={fieldError(errors.sounds?.message)}
                autoComplete="off"
                spellCheck={false}
              />
              <details className={`small ${classes.tested}`}>
                <summary className="link">What is tested</summary>
                <ul>{serviceRows(catalogue).flatMap(({ rows }) => rows.map(({ key, label }) => <li key={key}>{label}</li>))}</ul>
              </details>
              <Controller
                control={form.control}
                name="agreed"
                render={({ field: { value, ...field } }) => (
                  <Checkbox
                    label="I agree to create a temporary chat"
                    checked={value}
                    error={fieldError(errors.agreed?.message)}
                    disabled={isFull}
                    {...field}
                  />
                )}
              />
            </>
          )}
          <DialogFoot>
            {result ? (
              <Button data-autofocus onClick={onClose}>
                Close
              </Button>
            ) : isRunning ? (
              <Button data-autofocus onClick={stop} disabled={step === 'remove'}>
                Stop and delete the chat
              </Button>
            ) : (
              <>
                <Button data-autofocus onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" variant="filled" blocked={isFull}>
                  Create chat and learn
                </Button>
              </>
            )}
          </DialogFoot>
        </div>
      </form>
    </Modal>
  )
}

/** All names that are known, and what was typed. A name that the service refuses does no harm. */
function soundNames({ sounds }: Catalogue, typed: string): string[] {
  const own = typed.split(',').map((name) => name.trim())
  return [...new Set([...sounds.map(({ name }) => name), ...own.filter((name) => name !== '' && name.length <= 100)])]
}

function planWords({ rooms, usedRooms }: Plan): string {
  if (usedRooms === null) return 'one more while it runs'
  return `${count(usedRooms)} → ${count(usedRooms + 1)}${rooms === null ? '' : ` of ${count(rooms)}`} while it runs`
}

function Progress({ step }: { step: Step }) {
  const at = stepNames.indexOf(step)
  return (
    <>
      <span className="visually-hidden" role="status">
        {steps[step]}
      </span>
      <ol>
        {stepNames.map((name, index) => (
          <li key={name} className={index === at ? 'row medium' : 'row quiet'} aria-current={index === at ? 'step' : undefined}>
            <span className={classes.mark}>
              {index < at ? <Icon name="check" size={14} /> : index === at && <span className="loader block" />}
            </span>
            {steps[name]}
          </li>
        ))}
      </ol>
    </>
  )
}

function Result({ result: { trouble, removal }, catalogue }: { result: LearnResult; catalogue: Catalogue }) {
  const rows = serviceRows(catalogue).flatMap((group) => group.rows)
  const known = rows.filter(({ value }) => value !== null).length
  const wasStopped = trouble instanceof DOMException && trouble.name === 'AbortError'
  const { left, because } = removal
  return (
    <div role="status">
      <div className="stack gap-16">
        {trouble !== null && (
          <Banner tone={wasStopped ? 'info' : 'bad'}>
            {wasStopped ? (
              'Stopped. What was learned before is kept.'
            ) : (
              <FailedChange error={trouble} title="Learning did not finish." named />
            )}
          </Banner>
        )}
        <div>
          {count(known)} of {count(rows.length)} behaviours are known. {left?.length === 0 && 'The temporary chat was deleted.'}
        </div>
        {left === null && (
          <Banner tone="bad">
            <b>The temporary chat may still be there.</b> The list of chats could not be read. Roomkeeper looks for it when you open this
            page again.
          </Banner>
        )}
        {left?.map(({ id, name }) => (
          <Banner key={id} tone="bad">
            {because !== null && <FailedChange error={because} title="The temporary chat was not deleted." />} It is still in this account:{' '}
            <PageLink to={to.settings(id)} className="outside">
              {name}
            </PageLink>
          </Banner>
        ))}
      </div>
    </div>
  )
}
