import { useQueries, useQuery } from '@tanstack/react-query'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { maxMessagePageSize } from '#contract/messages.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { setting, settingNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { endpointQuery, forgetChat, refresh } from '#dashboard/platform/api/query.ts'
import { setOffline } from '#dashboard/platform/chats/set-offline.ts'
import { confirmFirst, type SendRequest } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { undoLast } from '#dashboard/platform/undo-offer.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { deleteChat } from './save-chat.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { atRisk, cachedCatalogue } from '#dashboard/platform/service/known-service.ts'

// Not needed for the first page.
const SoundsAtRiskInChats = lazyPart(async () => (await import('#dashboard/platform/service/SoundsAtRisk.tsx')).SoundsAtRiskInChats)

/** Before chats go offline or online: the sounds that this leaves out. */
function SoundRiskNote({ chats, risk }: { chats: Chat[]; risk: SoundRisk }) {
  const sounds = chats.map((chat) => ({ chat, names: risk.get(chat.id) ?? [] }))
  return <SoundsAtRiskInChats chats={sounds} several={chats.length > 1} catalogue={useQuery(catalogueQuery).data} />
}

const named = (chats: Chat[]) => (chats.length === 1 && chats[0] ? chatTitle(chats[0]) : counted(chats.length, 'chat'))

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
    `${chatTitle(chat)}: the chat service did not keep ${counted(fields.length, 'setting')}`,
    `${serviceNameFirst()} stored other values for ${listed(fields.map((name) => setting(name).label))}.`,
  )
}

type OnDone = (done: Chat[]) => void

/** Takes chats offline or brings them online: one at once, several as a job. */
async function switchChats(send: SendRequest, chats: Chat[], offline: boolean, risk: SoundRisk, onDone: OnDone): Promise<void> {
  const [only, ...others] = chats
  if (only && others.length === 0) {
    warnIfNotKept(only, await setOffline(send, only, offline, risk.get(only.id) ?? []))
    toast(`${chatTitle(only)} is ${offline ? 'offline' : 'online'}`, undoLast())
    void refresh('chatList', 'chatRead', 'accountRead')
  } else {
    const { startSave } = await import('#dashboard/platform/changes/settings-job.ts')
    const orders = chats.map((chat) => ({
      chatId: chat.id,
      chatName: chatTitle(chat),
      base: { offline: chat.offline },
      changes: { offline },
      acceptedRisks: risk.get(chat.id) ?? [],
    }))
    const doneTitle = offline ? `${named(chats)} are offline` : `${named(chats)} are online`
    await startSave(orders, { title: offline ? `Taking ${named(chats)} offline` : `Bringing ${named(chats)} online`, doneTitle })
  }
  onDone(chats)
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
    run: (send) => switchChats(send, chats, true, risk, onDone),
  })
}

/** Asks first if the service may reset their sounds. */
export function useBringOnline(chats: Chat[], onDone: OnDone = () => {}): () => void {
  const run = (send: SendRequest, risk: SoundRisk) => switchChats(send, chats, false, risk, onDone)
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
      // One by one, in the dialog that confirmed it: whoever closes it deletes no more.
      const deleted: Chat[] = []
      try {
        for (const chat of chats) {
          await deleteChat(send, chat)
          deleted.push(chat)
        }
        toast(plural(chats.length, '{name} was deleted', '{count} chats were deleted', { name: named(chats) }))
      } catch (error) {
        if (!(error instanceof Failure) || deleted.length === 0) throw error
        throw error.with({ advice: `${named(deleted)} deleted, ${counted(chats.length - deleted.length, 'chat')} not.` })
      } finally {
        onDone(deleted)
        void forgetDeleted(deleted)
      }
    },
  })
}

/** What is deleted with a chat, as the service counts it now. */
function DeleteBody({ chats }: { chats: Chat[] }) {
  const [only] = chats
  return (
    <>
      <p className="quiet mb-6">
        {chats.length === 1
          ? 'This cannot be undone. Deleting the chat also deletes:'
          : 'This cannot be undone. All messages, polls, banned ranges and settings of these chats are deleted too:'}
      </p>
      {chats.length === 1 && only ? (
        <Counts chatId={only.id} />
      ) : (
        <ul className="long-list">
          {chats.map((chat) => (
            <li key={chat.id} className="outside">
              {chatTitle(chat)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Counts({ chatId }: { chatId: number }) {
  const params = { chatId }
  const [messages, polls, bans] = useQueries({
    queries: [
      endpointQuery('messageList', { params, query: { fast: true, limit: maxMessagePageSize } }),
      endpointQuery('pollList', { params }),
      endpointQuery('banList', { params }),
    ],
  })
  const page = messages.data
  const rows = [
    // The API does not count the messages of a chat; one page tells how many there are at least.
    {
      label: 'Messages',
      value: page ? `${page.next === undefined ? '' : 'at least '}${count(page.data.length)}` : unknown(messages.isError),
    },
    {
      label: 'Polls',
      value: polls.data ? count(polls.data.data.filter(({ dateDeleted }) => dateDeleted === null).length) : unknown(polls.isError),
    },
    { label: 'Banned ranges', value: bans.data ? count(bans.data.data.length) : unknown(bans.isError) },
    { label: 'Settings and design', value: count(settingNames.length) },
  ]
  return (
    <KeyValue look="ends">
      {rows.map(({ label, value }) => (
        <Fact key={label} name={label} className="num">
          {value}
        </Fact>
      ))}
    </KeyValue>
  )
}

const unknown = (failed: boolean) => (failed ? 'unknown' : '…')

/** By chat, the sounds that saving it leaves out and the service may reset. The person confirms them before the save. */
type SoundRisk = ReadonlyMap<number, SettingName[]>

function soundRisk(chats: Chat[]): SoundRisk {
  const catalogue = cachedCatalogue()
  return new Map(chats.map((chat) => [chat.id, catalogue ? atRisk(catalogue, chat) : []]))
}

const isRisky = (risk: SoundRisk) => [...risk.values()].some((sounds) => sounds.length > 0)
