import { Button, Modal, Stack } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Poll } from '#contract/polls.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import type { PollContext } from './actions.tsx'
import { emptyText } from './draft.ts'
import { textOf, type PollText } from '#engine/polls/poll-text.ts'
import { groupOf, type GroupMember } from './list/groups.ts'
import type { KeptRound } from './rounds.ts'
import type { OpenedDialog } from './view.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

const PollDrawer = lazyPart(async () => (await import('./editor/PollDrawer.tsx')).PollDrawer)
const CopyDrawer = lazyPart(async () => (await import('./several/CopyDrawer.tsx')).CopyDrawer)
const RoundsDialog = lazyPart(async () => (await import('./RoundsDialog.tsx')).RoundsDialog)
const AcrossDialog = lazyPart(async () => (await import('./several/AcrossDialog.tsx')).AcrossDialog)
const FromChatDialog = lazyPart(async () => (await import('./editor/FromChatDialog.tsx')).FromChatDialog)
const TemplatesDialog = lazyPart(async () => (await import('./editor/TemplatesDialog.tsx')).TemplatesDialog)

interface PollDialogsProps {
  opened: OpenedDialog | null
  /** The current polls of the service. */
  polls: Poll[]
  context: PollContext
  rounds: KeptRound[]
  groups: GroupMember[][]
  onChange: (opened: OpenedDialog | null) => void
}

/** The drawer or dialog that the URL names. */
export function PollDialogs(props: PollDialogsProps) {
  const { opened, polls } = props
  const pollId = opened && 'pollId' in opened ? opened.pollId : null
  const listed = polls.find(({ id }) => id === pollId)
  const [last, setLast] = useState<Poll>()
  // A poll that someone else deletes stays in its open drawer.
  if (listed && listed !== last) setLast(listed)
  const poll = listed ?? (last?.id === pollId ? last : undefined)
  return (
    <Suspense fallback={<OverlayFallback />}>
      {opened && <OpenedPart {...props} opened={opened} poll={poll} isGone={poll !== undefined && !listed} />}
    </Suspense>
  )
}

interface OpenedPartProps extends PollDialogsProps {
  opened: OpenedDialog
  poll: Poll | undefined
  isGone: boolean
}

function OpenedPart({ opened, poll, isGone, context, rounds, groups, onChange }: OpenedPartProps) {
  const [template, setTemplate] = useState<PollText | null>(null)
  const close = () => {
    setTemplate(null)
    onChange(null)
  }
  const use = (text: PollText) => {
    setTemplate(text)
    onChange({ what: 'new' })
  }
  switch (opened.what) {
    case 'new':
      return <PollDrawer key={template ? 'template' : 'new'} context={context} start={template ?? emptyText} onClose={close} />
    case 'several':
      return <CopyDrawer context={context} poll={null} onClose={close} />
    case 'from':
      return <FromChatDialog chatId={context.chatId} onUse={use} onClose={close} />
    case 'templates':
      return <TemplatesDialog onUse={use} onClose={close} />
    case 'rounds': {
      const own = 'pollId' in opened
      const shown = own ? rounds.filter(({ pollId }) => pollId === opened.pollId) : rounds
      return <RoundsDialog poll={poll ?? null} rounds={shown} chatId={context.chatId} onClose={close} />
    }
    default:
      if (!poll) return <NotThere onClose={close} />
  }
  switch (opened.what) {
    case 'edit':
      return <PollDrawer key={poll.id} context={context} poll={poll} isGone={isGone} start={textOf(poll)} onClose={close} />
    case 'like':
      return <PollDrawer key={`like-${poll.id}`} context={context} start={textOf(poll)} onClose={close} />
    case 'copy':
      return <CopyDrawer key={poll.id} context={context} poll={poll} onClose={close} />
    case 'across':
      return (
        <AcrossDialog
          key={poll.id}
          context={context}
          poll={poll}
          members={groupOf(groups, { chatId: context.chatId, pollId: poll.id })}
          onClose={close}
        />
      )
  }
}

/** A link may be older than the deletion of its poll. */
const NotThere = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="This poll no longer exists">
    <Stack gap="lg">
      It was deleted, or the link belongs to another chat.
      <DialogFoot>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Stack>
  </Modal>
)
