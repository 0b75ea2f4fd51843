import { TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { planFor, startBanJobs, type BanWork } from './ban-job.ts'
import { sizeOf, intersect } from '#engine/bans/range.ts'
import { useOverlapping } from '../add/choices.tsx'
import { planUnbanPart } from '#engine/bans/steps.ts'
import { nameOf, type BanList } from '../read.ts'
import { readLookup } from '../list/view.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import { StepList } from './StepList.tsx'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

/** An address or a range of which something is banned. */
const schemaFor = (list: BanList) =>
  z.object({
    text: z
      .string()
      .check(z.refine((text) => problemOf(list, text) === null, { error: ({ input }) => problemOf(list, String(input)) ?? '' })),
  })

function problemOf(list: BanList, text: string): string | null {
  if (text.trim() === '') return 'Enter an address or a range'
  const reading = readLookup(text)
  if ('error' in reading) return reading.error
  return planUnbanPart(list.entries, reading.range).length === 0 ? 'Not banned in this chat' : null
}

/** @param initial what to unban; '' where it is still to be entered */
export function UnbanPartDialog({ screen: { chat, list, unbanPart }, initial }: { screen: BanScreen; initial: string }) {
  const onClose = () => unbanPart(null)
  const form = useForm({ defaultValues: { text: initial }, resolver: zodResolver(schemaFor(list)), mode: 'onChange' })
  const text = useWatch({ control: form.control, name: 'text' })
  const starting = useAction(null, (_, work: BanWork) => startBanJobs(work))
  const reading = readLookup(text)
  const target = 'range' in reading ? reading.range : null
  const known = useOverlapping()
  const steps = target ? planUnbanPart(list.entries, target) : []
  const freed = target ? intersect(list.entries, [target]).reduce((sum, part) => sum + sizeOf(part), 0) : 0

  // Such steps would be rolled back: the parts cannot be listed beside the whole range.
  const isImpossible = (known === 'merged' || known === 'refused') && steps.some(({ action }) => action === 'ban')

  const go = form.handleSubmit(() => {
    if (!target) return
    const plan = planFor(chat, steps, { mayUnban: [target], rollsBack: true })
    const what = nameOf(target)
    starting.mutate({ plans: [plan], title: `Unbanning ${what}`, doneMessage: `${what} unbanned` }, { onSuccess: onClose })
  })

  return (
    <FormDialog
      onClose={onClose}
      title="Unban part of a range"
      submit="Unban"
      isBusy={starting.isPending}
      blocked={isImpossible}
      onSubmit={() => void go()}
    >
      {starting.error && <NotSaved error={starting.error} title="Not started." named />}
      <TextInput
        data-autofocus
        label="Address or range to unban"
        error={fieldError(form.formState.errors.text?.message)}
        {...form.register('text')}
        autoComplete="off"
        spellCheck={false}
      />
      {steps.length > 0 && (
        <div className="stack">
          <p className="help">
            {counted(freed, 'address', 'addresses')} will be allowed again. All others stay banned at every moment: the remaining parts are
            banned first, then the whole range is unbanned. If a step fails, everything is rolled back.
          </p>
          <StepList steps={steps} />
        </div>
      )}
      {isImpossible && (
        <Banner>
          This service {known === 'merged' ? 'merges' : 'refuses'} ranges that overlap, so the remaining parts can’t be banned before the
          whole range is unbanned. Unban the range first, then ban the parts: in between, all of its addresses are allowed.
        </Banner>
      )}
    </FormDialog>
  )
}
