import type { Chat } from '#contract/chats.ts'
import { withSoundNames, type SoundName } from '#contract/settings-derive.ts'
import { diagnose } from '#contract/settings-doctor.ts'
import { to } from '../to.ts'
import { counted } from '../ui/numbers.ts'
import type { Finding } from './findings.ts'

const namedAtMost = 3

/** Settings that are probably not meant so, in which chats, most first. null: none. */
export function doubtfulSettings(chats: readonly Chat[], account: { currency: string }, nameOf: SoundName): Finding | null {
  const doubtful = chats
    .map((chat) => ({ chat, found: diagnose(withSoundNames(chat, nameOf), account).length }))
    .filter(({ found }) => found > 0)
    .toSorted((one, other) => other.found - one.found)
  const [first] = doubtful
  if (!first) return null
  const named = doubtful.slice(0, namedAtMost).map(({ chat, found }) => `${chat.name} ${found}`)
  const rest = doubtful.length > namedAtMost ? [`${doubtful.length - namedAtMost} more`] : []
  return {
    icon: 'settings',
    title: `Settings worth a look in ${counted(doubtful.length, 'chat')}`,
    detail: `Probably not meant so: ${[...named, ...rest].join(' · ')}`,
    link: { label: 'Open', to: to.settings(first.chat.id) },
  }
}
