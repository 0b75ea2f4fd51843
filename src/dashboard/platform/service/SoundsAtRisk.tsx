import { chatTitle } from '#contract/chat-title.ts'
import { setting, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { soundLabel, type Catalogue } from './catalogue.ts'
import { behaviour } from './known-service.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted, listed, maxNamed } from '#dashboard/ui/format/numbers.ts'

interface SoundsAtRiskProps {
  /** The sounds that a save leaves out. */
  names: SettingName[]
  values: Settings
  catalogue: Catalogue
}

/** Warns before a save that leaves out sounds, and describes what the service may do with them. */
export function SoundsAtRisk({ names, values, catalogue }: SoundsAtRiskProps) {
  if (names.length === 0) return null
  const sounds = names.map((name) => `${setting(name).label} (${soundLabel(catalogue, values[name] as string | number)})`)
  return (
    <Banner>
      <b>{counted(names.length, 'sound is', 'sounds are')} not sent.</b> {serviceNameFirst()} has not confirmed the names of these numbers:{' '}
      {listed(sounds)}. {consequence(catalogue)} To set a sound for certain, choose it by name.
    </Banner>
  )
}

interface ChatSounds {
  chat: Settings & { id: number }
  /** The sounds that saving it leaves out. */
  names: SettingName[]
}

/** The same warning for one or several chats. @param several whether they are named also where only one of them has such sounds */
export function SoundsAtRiskInChats({
  chats,
  several,
  catalogue,
}: {
  chats: ChatSounds[]
  several: boolean
  catalogue: Catalogue | undefined
}) {
  const risky = chats.filter(({ names }) => names.length > 0)
  const [first] = risky
  if (!first || !catalogue) return null
  if (!several) return <SoundsAtRisk names={first.names} values={first.chat} catalogue={catalogue} />
  return (
    <Banner>
      <b>{counted(risky.flatMap(({ names }) => names).length, 'sound is', 'sounds are')} not sent.</b> {serviceNameFirst()} has not
      confirmed the names of their numbers, in these chats:{' '}
      <span className="outside">{listed(risky, maxNamed, ({ chat }) => chatTitle(chat))}</span>. {consequence(catalogue)} To set a sound for
      certain, choose it by name in the settings of the chat.
    </Banner>
  )
}

/** The same for settings that the service does not show. */
export function HiddenAtRisk({ names, catalogue }: Pick<SoundsAtRiskProps, 'names' | 'catalogue'>) {
  if (names.length === 0) return null
  return (
    <Banner>
      <b>{counted(names.length, 'setting is', 'settings are')} not sent.</b> {serviceNameFirst()} does not show{' '}
      {listed(names.map((name) => setting(name).label))}, so their values are not known. {consequence(catalogue)}
    </Banner>
  )
}

function consequence(catalogue: Catalogue): string {
  const known = behaviour(catalogue, 'omittedSettings')
  if (known === 'reset') return 'This service resets what is not sent to its defaults, so they will be reset.'
  if (known === 'emptied') return 'This service empties what is not sent, so they will be lost.'
  return catalogue.remote?.profile.sounds.resets
    ? 'This service has reset sounds that were not sent.'
    : `${serviceNameFirst()} may reset what is not sent.`
}
