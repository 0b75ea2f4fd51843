import type { Chat } from '#contract/chats.ts'
import type { WriteName } from '#contract/client.ts'
import { setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { forgetChat, refresh } from '#dashboard/platform/api/query.ts'
import { confirmFirst, type SendRequest } from '#dashboard/platform/session/session.ts'
import { runBatch } from '#dashboard/platform/jobs/batch.tsx'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { to } from '#dashboard/platform/to.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { DeleteBody } from './DeleteBody.tsx'
import { setOffline } from '#dashboard/platform/chats/set-offline.ts'
import { deleteChat } from './save-chat.ts'
import { isRisky, soundRisk, type SoundRisk } from './create/sound-risk.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { chatTitle } from '#contract/chat-title.ts'

// Not needed for the first page.
const SoundRiskNote = lazyPart(async () => (await import('./create/SoundRiskNote.tsx')).SoundRiskNote)

/** What can be done with chats from a row, from the header of a chat and from the bulk bar. */

const named = (chats: Chat[]) => (chats.length === 1 && chats[0] ? chatTitle(chats[0]) : counted(chats.length, 'chat'))
const refreshChats = () => refresh('chatList', 'chatRead', 'accountRead')

/** Deleted chats are not read again: the service would refuse it. */
function forgetDeleted(chats: Chat[]) {
  for (const { id } of chats) forgetChat(id, 'inactive')
  return refresh('chatList', 'accountRead')
}

function warnIfNotKept(chat: Chat, fields: SettingName[] | null) {
  if (fields === null)
    return toastWarning(
      `${chatTitle(chat)}: saved, but not checked`,
      `${serviceNameFirst()} confirmed the change, but the chat could not be read back.`,
      {
        label: 'Check again',
        to: to.settings(chat.id),
      },
    )
  if (fields.length === 0) return
  toastWarning(
    `${chatTitle(chat)}: not all settings were kept`,
    `${serviceNameFirst()} stored other values for ${listed(fields.map((name) => setting(name).label))}.`,
  )
}

/** Takes chats offline or brings them online. */
const switching = (chats: Chat[], offline: boolean, risk: SoundRisk, onDone: OnDone): Work => ({
  title: offline ? `Taking ${named(chats)} offline` : `Bringing ${named(chats)} online`,
  writes: 'chatUpdate',
  each: async (send, chat) => warnIfNotKept(chat, await setOffline(send, chat, offline, risk.get(chat.id) ?? [])),
  doneText: offline
    ? plural(chats.length, '{name} is offline', '{count} chats are offline', { name: named(chats) })
    : plural(chats.length, '{name} is online', '{count} chats are online', { name: named(chats) }),
  onDone,
})

type OnDone = (done: Chat[]) => void

interface Work {
  /** Of the dialog, for several chats. */
  title: string
  writes: WriteName
  each: (send: SendRequest, chat: Chat) => Promise<unknown>
  doneText: string
  onDone: OnDone
  refreshAfter?: (done: Chat[]) => Promise<void>
}

/** One chat: its own dialog or button shows a failure. Several: one after the other, with the outcome of each. */
async function forEach(
  send: SendRequest,
  chats: Chat[],
  { title, writes, each, doneText, onDone, refreshAfter = refreshChats }: Work,
): Promise<void> {
  const onEnd = (done: Chat[]) => {
    onDone(done)
    void refreshAfter(done)
    if (done.length === chats.length) toast(doneText)
  }
  const [only] = chats
  if (chats.length > 1 || !only) return runBatch({ title, items: chats, idOf: ({ id }) => id, nameOf: chatTitle, writes, each, onEnd })
  await each(send, only)
  onEnd(chats)
}

/** @param already how many more are selected, but offline already */
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
            {plural(already, '{count} of the {all} is already offline.', '{count} of the {all} are already offline.', {
              all: counted(chats.length + already, 'selected chat'),
            })}
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

/** Asks first if the service may reset their sounds. */
export function useBringOnline(chats: Chat[], onDone: OnDone = () => {}): () => void {
  const run = (send: SendRequest, risk: SoundRisk) => forEach(send, chats, switching(chats, false, risk, onDone))
  const { mutate } = useAction('chatUpdate', run, {
    errorTitle: (error) =>
      isEffectUnknown(error)
        ? plural(chats.length, '{name} may be online', '{count} chats may be online', { name: named(chats) })
        : plural(chats.length, '{name} was not brought online', '{count} chats were not brought online', { name: named(chats) }),
    isBare: true,
  })
  return () => {
    const risk = soundRisk(chats)
    if (!isRisky(risk)) return mutate(risk)
    confirm({
      title: `Bring ${named(chats)} online?`,
      body: <SoundRiskNote chats={chats} risk={risk} />,
      confirmLabel: 'Bring online',
      writes: 'chatUpdate',
      run: (send) => run(send, risk),
    })
  }
}

export function remove(chats: Chat[], onDone: OnDone = () => {}) {
  confirm({
    title: `Delete ${named(chats)}?`,
    body: <DeleteBody chats={chats} />,
    confirmLabel: chats.length === 1 ? 'Delete chat' : `Delete ${named(chats)}`,
    typed: named(chats),
    danger: true,
    writes: 'chatDelete',
    run: async (send) => {
      await confirmFirst(
        'chatDelete',
        chats.map(({ id }) => ({ params: { chatId: id } })),
      )
      await forEach(send, chats, {
        title: `Deleting ${named(chats)}`,
        writes: 'chatDelete',
        each: deleteChat,
        doneText: plural(chats.length, '{name} was deleted', '{count} chats were deleted', { name: named(chats) }),
        onDone,
        refreshAfter: forgetDeleted,
      })
    },
  })
}
