import { Button } from '#dashboard/ui/form/Button.tsx'
import { useState } from 'react'
import type { Poll } from '#contract/polls.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { undoLast } from '#dashboard/platform/undo-offer.ts'
import { toast, toastWarning, toastDuplicates } from '#dashboard/ui/feedback/toast.tsx'
import { type FieldTexts, useConflicts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { checkSave, pick, type SaveTarget } from '#engine/saving/three-way.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { useFormDraft } from '#dashboard/platform/saving/use-form-draft.ts'
import { KeepSwitch } from '../actions.tsx'
import { totalOf, isSameText, textOf, type PollText } from '#engine/polls/poll-text.ts'
import { PollFields, StartFrom, usePollForm } from './PollFields.tsx'
import { keepRound, withRound } from '../records.ts'
import { createPoll, pollTarget, savePoll, type SavedPoll } from './save-poll.ts'
import { stateOf, quoted, short } from '../state.ts'

interface PollDrawerProps {
  chatId: number
  start: PollText
  /** The poll to edit, in its current state; undefined for a new poll. */
  poll?: Poll
  isGone?: boolean
  onClose: () => void
}

/** Edits or creates a poll, which is stored for later or sent to everyone in the chat at once. */
export function PollDrawer({ chatId, start, poll: held, isGone = false, onClose }: PollDrawerProps) {
  const form = usePollForm(start)
  useFormDraft(form, `poll-${chatId}-${held?.id ?? 'new'}`)
  const [base, setBase] = useState(start)
  const [keep, setKeep] = useState(true)
  const { choose, dialog } = useConflicts(pollTexts)
  // A deleted poll can only be created again.
  const poll = isGone ? undefined : held
  const changedElsewhere = poll !== undefined && !isSameText(poll, base)

  async function create(send: SendRequest, text: PollText, isSent: boolean) {
    const { isSent: sent, copies } = await createPoll(send, chatId, text, isSent)
    if (copies > 1) toastDuplicates(quoted(text.question), copies)
    else if (isSent && !sent)
      toastWarning(
        `${quoted(text.question)} was saved but may not have been sent`,
        `${serviceNameFirst()} did not confirm it, and the poll has no sent date. Check the chat.`,
      )
    else toast(isSent ? `${quoted(text.question)} was sent` : `${quoted(text.question)} was saved`)
    return true
  }

  /** Resolves to whether the poll was saved: the person may cancel at a conflict. */
  async function change(send: SendRequest, { id: pollId }: Poll, text: PollText, isSent: boolean) {
    let saved: SavedPoll | null = null
    const changes = pick(text, (name) => text[name] !== base[name])
    const params = { chatId, pollId }
    await withRound(
      async (prepare) => void (saved = await savePoll(pollTarget(send, params, { isSent, prepare }), { base, changes }, choose)),
      (fresh) => (keep ? keepRound(chatId, fresh, 'edit') : Promise.resolve(null)),
    )
    if (saved) reportSaved(pollTarget(send, params, { isSent, prepare: async () => {} }), text, isSent, saved)
    return saved !== null
  }

  const saving = useAction(held ? 'pollUpdate' : 'pollCreate', (send, { text, isSent }: { text: PollText; isSent: boolean }) =>
    poll ? change(send, poll, text, isSent) : create(send, text, isSent),
  )
  const save = (isSent: boolean) =>
    form.handleSubmit((text) => saving.mutate({ text, isSent }, { onSuccess: (isSaved) => isSaved && onClose() }))

  function takeTheirs(theirs: Poll) {
    setBase(textOf(theirs))
    form.reset(textOf(theirs))
  }

  return (
    <FormDrawer
      title={held ? `Edit ${quoted(base.question)}` : 'New poll'}
      onClose={onClose}
      form={form}
      action={saving}
      first={{ submit: isGone ? 'Save as new' : 'Save', onSubmit: save(false) }}
      onSubmit={save(true)}
      submit="Save and send"
    >
      {isGone && <Banner>Someone else has deleted this poll. Your text is kept; saving makes a new poll of it.</Banner>}
      {changedElsewhere && !saving.isPending && (
        <Banner>
          Someone else changed this poll: it now reads “<bdi>{short(poll.question)}</bdi>”. Saving changes only what you edited, and asks
          where both of you changed the same text.{' '}
          <Button size="xs" className="mt-8" onClick={() => takeTheirs(poll)}>
            Take theirs
          </Button>
        </Banner>
      )}
      {!held && <StartFrom onStart={(text) => form.reset(text, { keepDefaultValues: true })} />}
      <PollFields form={form} {...(poll ? { poll } : {})} />
      <p className="help">{whatSavingDoes(poll)}</p>
      {poll && totalOf(poll) > 0 && (
        <>
          <Banner>This poll has {counted(totalOf(poll), 'vote')}. Votes stay with the answer position even if you change its text.</Banner>
          <KeepSwitch onKeep={setKeep} />
        </>
      )}
      {dialog}
    </FormDrawer>
  )
}

const whatSavingDoes = (poll: Poll | undefined) =>
  poll && stateOf(poll) !== 'unsent'
    ? '“Save” changes the poll at once. “Save and send” also sends it to the chat again.'
    : '“Save and send” shows it to everyone in the chat at once. “Save” stores it for later.'

const pollTexts: FieldTexts<PollText> = {
  label: (name) => (name === 'question' ? 'Question' : `Answer ${name.slice(-1)}`),
  words: (_, value) => value,
}

function reportSaved(target: SaveTarget<PollText, Poll>, text: PollText, isSent: boolean, saved: SavedPoll) {
  const { question } = saved.outcome === 'unknown' ? text : saved.held
  const done = isSent ? `${quoted(question)} was saved and sent` : `${quoted(question)} was saved`
  if (saved.outcome === 'unknown')
    toastWarning(`${done}, but not checked`, `${serviceNameFirst()} confirmed it, but the result could not be read.`, {
      label: 'Check again',
      run: () =>
        checkSave(target, saved)
          .then((looked): SavedPoll => ({ ...looked, outcome: 'done', conflicts: [] }))
          .catch(() => saved)
          .then((looked) => reportSaved(target, text, isSent, looked)),
    })
  else if (saved.notKept.length > 0)
    toastWarning('Saved with differences', `${serviceNameFirst()} stored a different text for this poll. Check it in the list.`)
  else toast(done, undoLast())
}
