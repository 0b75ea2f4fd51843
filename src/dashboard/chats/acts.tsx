import { lazy } from 'react'
import type { Chat } from '#contract/chats.ts'
import { setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { forgetChat, refresh } from '../query.ts'
import { runBatch } from '../ui/batch.tsx'
import { confirm } from '../ui/confirm.tsx'
import { isEffectUnknown } from '../ui/failure-words.ts'
import { counted, listed } from '../ui/numbers.ts'
import { to } from '../to.ts'
import { say, sayFailed, warn } from '../ui/toast.tsx'
import { DeleteBody } from './DeleteBody.tsx'
import { deleteChat, setOffline } from './save-chat.ts'
import { isRisky, soundRisk, type SoundRisk } from './sound-risk.ts'

// The first page has none of it.
const SoundRiskNote = lazy(async () => ({ default: (await import('./SoundRiskNote.tsx')).SoundRiskNote }))

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
    return warn(`${chat.name}: saved, but not checked`, 'The service confirmed it. What it holds could not be read since.', {
      label: 'Check again',
      to: to.settings(chat.id),
    })
  if (fields.length === 0) return
  warn(
    `${chat.name}: not everything was kept`,
    `The service holds something else for ${listed(fields.map((name) => setting(name).label))}.`,
  )
}

async function switchOffline(chat: Chat, offline: boolean, risk: SoundRisk) {
  sayNotKept(chat, await setOffline(chat, offline, risk.get(chat.id) ?? []))
}

type OnDone = (done: Chat[]) => void

/** One chat: its own dialog or button tells of a failure. Several: one after the other, with what became of each. */
function forEach(
  chats: Chat[],
  title: string,
  each: (chat: Chat) => Promise<unknown>,
  saidWhenDone: string,
  onDone: OnDone,
  refreshAfter: (done: Chat[]) => Promise<void> = refreshChats,
): Promise<void> {
  const end = (done: Chat[]) => {
    onDone(done)
    void refreshAfter(done)
    if (done.length === chats.length) say(saidWhenDone)
  }
  const [only] = chats
  if (chats.length === 1 && only) return each(only).then(() => end(chats))
  runBatch({ title, items: chats, idOf: ({ id }) => id, nameOf: ({ name }) => name, each, onEnd: end })
  return Promise.resolve()
}

export function takeOffline(chats: Chat[], onDone: OnDone = () => {}) {
  const risk = soundRisk(chats)
  confirm({
    title: `Take ${named(chats)} offline?`,
    body: (
      <>
        <p>Everybody who is in there is disconnected at once. It can be brought back at any time.</p>
        {isRisky(risk) && <SoundRiskNote chats={chats} risk={risk} />}
      </>
    ),
    act: 'Take offline',
    danger: true,
    run: () =>
      forEach(
        chats,
        `Taking ${named(chats)} offline`,
        (chat) => switchOffline(chat, true, risk),
        `${named(chats)} ${chats.length === 1 ? 'is' : 'are'} offline`,
        onDone,
      ),
  })
}

export async function bringOnline(chats: Chat[], onDone: OnDone = () => {}) {
  const risk = soundRisk(chats)
  const run = () =>
    forEach(
      chats,
      `Bringing ${named(chats)} online`,
      (chat) => switchOffline(chat, false, risk),
      `${named(chats)} ${chats.length === 1 ? 'is' : 'are'} online`,
      onDone,
    )
  // Nothing to ask about, in most cases.
  if (isRisky(risk))
    return confirm({
      title: `Bring ${named(chats)} online?`,
      body: <SoundRiskNote chats={chats} risk={risk} />,
      act: 'Bring online',
      run,
    })
  try {
    await run()
  } catch (error) {
    sayFailed(isEffectUnknown(error) ? `${named(chats)} may be online` : `${named(chats)} was not brought online`, error)
  }
}

export function remove(chats: Chat[], onDone: OnDone = () => {}) {
  confirm({
    title: `Delete ${named(chats)}?`,
    body: <DeleteBody chats={chats} />,
    act: chats.length === 1 ? 'Delete chat' : `Delete ${named(chats)}`,
    typed: named(chats),
    danger: true,
    run: () =>
      forEach(
        chats,
        `Deleting ${named(chats)}`,
        deleteChat,
        `${named(chats)} ${chats.length === 1 ? 'is' : 'are'} gone`,
        onDone,
        forgetDeleted,
      ),
  })
}
