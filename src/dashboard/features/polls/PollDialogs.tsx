import { Suspense, useState } from 'react'
import type { Poll } from '#contract/polls.ts'
import { useWayBack } from '#dashboard/platform/chats/new-in-chats.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { emptyText } from './draft.ts'
import { textOf, type PollText } from '#engine/polls/poll-text.ts'
import { groupOf } from './records.ts'
import type { PollsScreen } from './use-polls-screen.ts'
import type { OpenedDialog } from './view.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { CloseDialog } from '#dashboard/ui/overlay/Dialog.tsx'

const PollDrawer = lazyPart(async () => (await import('./editor/PollDrawer.tsx')).PollDrawer)
const CopyDrawer = lazyPart(async () => (await import('./several/CopyDrawer.tsx')).CopyDrawer)
const RoundsDialog = lazyPart(async () => (await import('./RoundsDialog.tsx')).RoundsDialog)
const AcrossDialog = lazyPart(async () => (await import('./several/AcrossDialog.tsx')).AcrossDialog)
const FromChatDialog = lazyPart(async () => (await import('./editor/PollSources.tsx')).FromChatDialog)
const TemplatesDialog = lazyPart(async () => (await import('./editor/PollSources.tsx')).TemplatesDialog)

/** What shows results; everything else that can be opened writes. */
const readsOnly = ({ what }: OpenedDialog) => what === 'rounds' || what === 'across'

export function PollDialogs({ screen }: { screen: PollsScreen }) {
  const { view, mayWrite, polls } = screen
  const opened = view.open && (mayWrite || readsOnly(view.open)) ? view.open : null
  const pollId = opened && 'pollId' in opened ? opened.pollId : null
  const listed = polls.find(({ id }) => id === pollId)
  const [last, setLast] = useState<Poll>()
  // A poll that someone else deletes stays in its open drawer.
  if (listed && listed !== last) setLast(listed)
  const poll = listed ?? (last?.id === pollId ? last : undefined)
  return (
    <Suspense fallback={<OverlayFallback />}>
      {opened && <OpenedPart screen={screen} opened={opened} poll={poll} isGone={poll !== undefined && !listed} />}
    </Suspense>
  )
}

interface OpenedPartProps {
  screen: PollsScreen
  opened: OpenedDialog
  poll: Poll | undefined
  isGone: boolean
}

function OpenedPart({ screen, opened, poll, isGone }: OpenedPartProps) {
  const { chatId, rounds, groups, open } = screen
  const [template, setTemplate] = useState<PollText | null>(null)
  const close = () => {
    setTemplate(null)
    screen.change({ open: null })
  }
  const use = (text: PollText) => {
    setTemplate(text)
    open({ what: 'new' })
  }
  const goBack = useWayBack(close)
  const shared = { chatId, onClose: close }
  switch (opened.what) {
    case 'new':
      return <PollDrawer key={template ? 'template' : 'new'} {...shared} start={template ?? emptyText} />
    case 'several':
      return <CopyDrawer {...shared} poll={null} isHere />
    case 'anywhere':
      return <CopyDrawer chatId={chatId} poll={null} onClose={goBack} />
    case 'from':
      return <FromChatDialog chatId={chatId} onUse={use} onClose={close} />
    case 'templates':
      return <TemplatesDialog onUse={use} onClose={close} />
    case 'rounds': {
      const shown = 'pollId' in opened ? rounds.filter(({ pollId }) => pollId === opened.pollId) : rounds
      return <RoundsDialog poll={poll ?? null} rounds={shown} chatId={chatId} onClose={close} />
    }
    default:
      if (!poll) return <NotThere onClose={close} />
  }
  const key = `${opened.what}-${poll.id}`
  switch (opened.what) {
    case 'edit':
      return <PollDrawer key={key} {...shared} poll={poll} isGone={isGone} start={textOf(poll)} />
    case 'like':
      return <PollDrawer key={key} {...shared} start={textOf(poll)} />
    case 'copy':
      return <CopyDrawer key={key} {...shared} poll={poll} />
    case 'across':
      return <AcrossDialog key={key} {...shared} poll={poll} members={groupOf(groups, { chatId, pollId: poll.id })} />
  }
}

/** A link may be older than the deletion of its poll. */
const NotThere = ({ onClose }: { onClose: () => void }) => (
  <CloseDialog title="This poll no longer exists" onClose={onClose}>
    It was deleted, or the link belongs to another chat.
  </CloseDialog>
)
