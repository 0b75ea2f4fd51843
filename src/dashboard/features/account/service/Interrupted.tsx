import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import type { LearningRun } from '#contract/service-profile.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import { saveProfile } from '#dashboard/platform/service/service-profile.ts'
import { storeText, storedText, type SendRequest } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { withLearningLock } from './learning-lock.ts'
import { removeTemporary } from './learn.ts'
import { once, ownRunKey } from './use-learning.ts'
import { count } from '#dashboard/ui/format/numbers.ts'

/**
 * A run that did not come to its end, after a reload or in another browser. Its chat is deleted at once where this browser began the run and the service
 * confirmed the creation; otherwise somebody has to look at it first.
 */
export function Interrupted({ run }: { run: LearningRun }) {
  const [left, setLeft] = useState<Chat[] | null>(null)
  const removal = useAction('chatDelete', (send, agreed: boolean) => remove(send, run, agreed, setLeft))
  const isOwn = storedText(ownRunKey) === run.chatName
  const { mutate } = removal
  useEffect(() => {
    if (isOwn) mutate(false)
    // Once: a refused deletion is not repeated automatically.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOwn])

  const ask = (chats: Chat[] | null) =>
    confirm({
      title: 'Delete the temporary chat?',
      body: (
        <p>
          {chats ? `${count(chats.length)} found: ` : 'It will be found by its name: '}
          <b className="outside">{run.chatName}</b>. “Learn this service” created it and was interrupted. Nothing in it is yours.
        </p>
      ),
      confirmLabel: 'Delete',
      danger: true,
      writes: 'chatDelete',
      run: (send) => remove(send, run, true, setLeft),
    })

  return (
    <Hint
      bad={removal.error !== null}
      action={
        <Button size="xs" loading={removal.isPending} onClick={() => ask(left)}>
          Delete it…
        </Button>
      }
    >
      {removal.error !== null && (
        <>
          <FailedChange error={removal.error} title="The temporary chat was not deleted." />{' '}
        </>
      )}
      <b>A temporary chat is left over.</b>{' '}
      {left?.[0] || run.chatId !== null ? (
        <PageLink to={to.settings(left?.[0]?.id ?? run.chatId ?? 0)} className="outside">
          {left?.[0]?.name ?? run.chatName}
        </PageLink>
      ) : (
        <span className="outside">{run.chatName}</span>
      )}{' '}
      {left ? 'is still in this account.' : 'may still be in this account.'}
    </Hint>
  )
}

/** Rejects with a Failure where something is left that was to be deleted. */
async function remove(send: SendRequest, run: LearningRun, agreed: boolean, onLeft: (left: Chat[]) => void): Promise<void> {
  const removal = await withLearningLock(async () => {
    // It was deleted meanwhile, by an earlier mount of this page or in another tab.
    if (!agreed && storedText(ownRunKey) !== run.chatName) return 'done'
    const removal = await removeTemporary(once(send), run, agreed)
    if (removal.left.length === 0) storeText(ownRunKey, null)
    return removal
  })
  if (!removal) throw new Failure('refused', { advice: 'Another tab is learning this service. Wait for it to end.' })
  if (removal === 'done') return
  onLeft(removal.left)
  await refresh('chatList', 'accountRead')
  if (removal.left.length > 0 && removal.because !== null) throw removal.because
  if (removal.left.length > 0) return
  await saveProfile((profile) => (profile.run?.chatName === run.chatName ? { ...profile, run: null } : profile))
  toast('The temporary chat was deleted')
}
