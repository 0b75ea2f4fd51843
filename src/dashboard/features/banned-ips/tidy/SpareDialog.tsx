import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Chat } from '#contract/chats.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { startChanges } from '../bans-job.ts'
import { sizeOf } from '../ranges/range.ts'
import { intersect } from '../ranges/sets.ts'
import { useOverlapping } from '../add/OverlapNote.tsx'
import { planSpare } from '../ranges/spare.ts'
import { nameOf, type BanList } from '../read.ts'
import { readAsked } from '../list/shown.ts'
import { StepList } from './StepList.tsx'

/** An address or a range of which something is banned. */
const schemaFor = (list: BanList) =>
  z.object({
    text: z
      .string()
      .check(z.refine((text) => problemOf(list, text) === null, { error: ({ input }) => problemOf(list, String(input)) ?? '' })),
  })

function problemOf(list: BanList, text: string): string | null {
  if (text.trim() === '') return 'Enter an address or a range'
  const reading = readAsked(text)
  if ('error' in reading) return reading.error
  return planSpare(list.entries, reading.range).length === 0 ? 'It is not banned here' : null
}

/** @param initial what is to be spared, '' where that is still to be said */
export function SpareDialog({ chat, list, initial, onClose }: { chat: Chat; list: BanList; initial: string; onClose: () => void }) {
  const form = useForm({ defaultValues: { text: initial }, resolver: zodResolver(schemaFor(list)), mode: 'onChange' })
  const text = useWatch({ control: form.control, name: 'text' })
  const [failed, setFailed] = useState(false)
  const reading = readAsked(text)
  const spared = 'range' in reading ? reading.range : null
  const known = useOverlapping()
  const steps = spared ? planSpare(list.entries, spared) : []
  const freed = spared ? intersect(list.entries, [spared]).reduce((sum, part) => sum + sizeOf(part), 0) : 0

  // Steps that would be taken back: the parts cannot stand beside the whole.
  const isImpossible = (known === 'merged' || known === 'refused') && steps.some(({ act }) => act === 'ban')

  const go = form.handleSubmit(async () => {
    if (!spared || isImpossible) return
    try {
      await startChanges({
        plans: [{ chatId: chat.id, place: chat.name, steps, frees: [spared], rollsBack: true }],
        title: `Sparing ${nameOf(spared)}`,
        done: `${nameOf(spared)} is spared`,
      })
      onClose()
    } catch {
      setFailed(true)
    }
  })

  return (
    <Modal opened onClose={onClose} title="Spare an address">
      <form noValidate onSubmit={(event) => void go(event)}>
        <Stack gap="lg">
          {failed && <Banner tone="bad">Nothing was changed: this browser cannot keep the list of steps.</Banner>}
          <TextInput
            data-autofocus
            label="Address or range that may come in again"
            error={fieldError(form.formState.errors.text?.message)}
            {...form.register('text')}
            autoComplete="off"
            spellCheck={false}
          />
          {steps.length > 0 && (
            <div className="stack">
              <p className="help">
                {counted(freed, 'address', 'addresses')} can come in again. Everything else stays banned, at every moment: what remains is
                banned first, then the whole is lifted. If a step fails, all is taken back.
              </p>
              <StepList steps={steps} />
            </div>
          )}
          {isImpossible && (
            <Banner>
              This service {known === 'merged' ? 'merges' : 'refuses'} ranges that overlap, so the remaining parts can’t be banned before
              the whole range is unbanned. Unban the range first, then ban the parts: in between, all of its addresses are allowed.
            </Banner>
          )}
          <Group justify="flex-end" gap="sm">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled" {...(isImpossible ? { 'data-disabled': true, 'aria-disabled': true } : {})}>
              Spare
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
