import type { Chat } from '#contract/chats.ts'
import type { WriteName } from '#contract/client.ts'
import { setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { forgetChat, refresh } from '#dashboard/platform/api/query.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { runBatch } from '#dashboard/platform/jobs/batch.tsx'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'
import { to } from '#dashboard/platform/to.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { DeleteBody } from './DeleteBody.tsx'
import { deleteChat, setOffline } from './save-chat.ts'
import { isRisky, soundRisk, type SoundRisk } from './create/sound-risk.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

// The first page has none of it.
const SoundRiskNote = lazyPart(async () => (await import('./create/SoundRiskNote.tsx')).SoundRiskNote)

/** What can be done with chats from a row, from the header of a chat and from the bulk bar. */

const named = (chats: Chat[]) => (chats.length === 1 && chats[0] ? chats[0].name : counted(chats.length, 'chat'))
const refreshChats = () => refresh('chatList', 'chatRead', 'accountRead')

/** Reading deleted chats again would only be refused. */
function forgetDeleted(chats: Chat[]) {
  for (const { id } of chats) forgetChat(id, 'inactive')
  return refresh('chatList', 'accountRead')
}

function sayNotKept(chat: Chat, fields: SettingName[] | null) {
  if (fields === null)
    return toastWarning(`${chat.name}: saved, but not checked`, 'The service confirmed it. What it holds could not be read since.', {
      label: 'Check again',
      to: to.settings(chat.id),
    })
  if (fields.length === 0) return
  toastWarning(
    `${chat.name}: not everything was kept`,
    `The service holds something else for ${listed(fields.map((name) => setting(name).label))}.`,
  )
}

/** What is done to take chats offline or to bring them back. */
const switching = (chats: Chat[], offline: boolean, risk: SoundRisk, onDone: OnDone): Work => {
  const state = offline ? 'offline' : 'online'
  return {
    title: `${offline ? 'Taking' : 'Bringing'} ${named(chats)} ${state}`,
    writes: 'chatUpdate',
    each: async (send, chat) => sayNotKept(chat, await setOffline(send, chat, offline, risk.get(chat.id) ?? [])),
    saidWhenDone: `${named(chats)} ${isOrAre(chats)} ${state}`,
    onDone,
  }
}

type OnDone = (done: Chat[]) => void

interface Work {
  /** Of the dialog, where it is done to several. */
  title: string
  writes: WriteName
  each: (send: SendRequest, chat: Chat) => Promise<unknown>
  saidWhenDone: string
  onDone: OnDone
  refreshAfter?: (done: Chat[]) => Promise<void>
}

/** One chat: its own dialog or button tells of a failure. Several: one after the other, with what became of each. */
async function forEach(
  send: SendRequest,
  chats: Chat[],
  { title, writes, each, saidWhenDone, onDone, refreshAfter = refreshChats }: Work,
): Promise<void> {
  const onEnd = (done: Chat[]) => {
    onDone(done)
    void refreshAfter(done)
    if (done.length === chats.length) toast(saidWhenDone)
  }
  const [only] = chats
  if (chats.length > 1 || !only)
    return runBatch({ title, items: chats, idOf: ({ id }) => id, nameOf: ({ name }) => name, writes, each, onEnd })
  await each(send, only)
  onEnd(chats)
}

const isOrAre = (chats: Chat[]) => (chats.length === 1 ? 'is' : 'are')

/** @param already how many more were chosen, and are offline */
export function takeOffline(chats: Chat[], onDone: OnDone = () => {}, already = 0) {
  const risk = soundRisk(chats)
  confirm({
    title: `Take ${named(chats)} offline?`,
    body: (
      <>
        <p>
          {chats.length === 1
            ? 'Everyone in it is disconnected at once. You can bring it back online at any time.'
            : 'Everyone in them is disconnected at once. You can bring them back online at any time.'}
        </p>
        {already > 0 && (
          <p>
            {`${count(already)} of the ${counted(chats.length + already, 'selected chat')} ${already === 1 ? 'is' : 'are'} already offline.`}
          </p>
        )}
        {isRisky(risk) && <SoundRiskNote chats={chats} risk={risk} />}
      </>
    ),
    confirmLabel: 'Take offline',
    danger: true,
    writes: 'chatUpdate',
    run: (send) => forEach(send, chats, switching(chats, true, risk, onDone)),
  })
}

/** Asks first where the service may reset sounds of theirs. */
export function useBringOnline(chats: Chat[], onDone: OnDone = () => {}): () => void {
  const risk = soundRisk(chats)
  const run = (send: SendRequest) => forEach(send, chats, switching(chats, false, risk, onDone))
  const { mutate } = useAction('chatUpdate', run, {
    failed: (error) => (isEffectUnknown(error) ? `${named(chats)} may be online` : `${named(chats)} was not brought online`),
    isBare: true,
  })
  if (!isRisky(risk)) return mutate
  return () =>
    confirm({
      title: `Bring ${named(chats)} online?`,
      body: <SoundRiskNote chats={chats} risk={risk} />,
      confirmLabel: 'Bring online',
      writes: 'chatUpdate',
      run,
    })
}

export function remove(chats: Chat[], onDone: OnDone = () => {}) {
  confirm({
    title: `Delete ${named(chats)}?`,
    body: <DeleteBody chats={chats} />,
    confirmLabel: chats.length === 1 ? 'Delete chat' : `Delete ${named(chats)}`,
    typed: named(chats),
    danger: true,
    writes: 'chatDelete',
    run: (send) =>
      forEach(send, chats, {
        title: `Deleting ${named(chats)}`,
        writes: 'chatDelete',
        each: deleteChat,
        saidWhenDone: `${named(chats)} ${isOrAre(chats)} gone`,
        onDone,
        refreshAfter: forgetDeleted,
      }),
  })
}
