import { z } from 'zod/mini'
import { CatalogueFile } from '#contract/catalogue-file.ts'
import { ChatChanges } from '#contract/chats.ts'
import { type KnownSounds, soundsOf, namesByNumber } from '#engine/saving/sounds.ts'
import type { Conflict } from '#engine/saving/three-way.ts'
import { openChat } from '#engine/changes/open-chat.ts'
import { type Settings, type SoundName, isSettingName, settingNames, withSoundNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { chatParams } from '#contract/values.ts'
import type { Connection } from './connection.ts'
import { type Field, fieldsIn } from './fields.ts'
import type { CommandResult, OwnCommand } from './own-command.ts'
import { UsageError, checked } from './usage-error.ts'

const chatField = fieldsIn('params', chatParams)

const Names = z.array(z.string())

const acceptRisks: Field = {
  name: 'acceptSoundResets',
  place: 'query',
  isRequired: false,
  schema: {
    type: 'boolean',
    description: 'Save although the service may reset sounds whose names are not known, and settings that it does not show.',
  },
}

export const getSettings: OwnCommand = {
  summary: 'Read the settings of a chat',
  description: 'All of them, or only those that are named.',
  right: 'settings.read',
  isWrite: false,
  fields: [
    ...chatField,
    { name: 'names', place: 'params', schema: { type: 'array', items: { type: 'string' } }, isRequired: false, isRest: true },
  ],
  run: async ({ connection, values }) => {
    const { chatId } = checked(chatParams, { chatId: values['chatId'] })
    const named = checked(Names, values['names'] ?? [])
    const unknown = named.find((name) => !isSettingName(name))
    if (unknown !== undefined) throw new UsageError(`There is no setting "${unknown}".`)
    const [{ data }, nameOf] = await Promise.all([connection.call('chatRead', { params: { chatId } }), readSoundNames(connection)])
    if (isReduced(connection, data)) return notReadable
    const shown = withSoundNames(data, nameOf)
    const names = named.length > 0 ? named.filter(isSettingName) : settingNames
    return { outcome: 'done', data: Object.fromEntries(names.map((name) => [name, shown[name]])) }
  },
}

export const setSettings: OwnCommand = {
  summary: 'Change settings of a chat',
  description:
    'Reads the settings, sends the changes for just the version that was read, and reads back. What someone else changed meanwhile is not overwritten.',
  right: 'settings.write',
  isWrite: true,
  fields: [...chatField, acceptRisks, ...fieldsIn('body', ChatChanges)],
  run: async ({ connection, values: { chatId, acceptSoundResets, ...typed } }) => {
    const params = checked(chatParams, { chatId })
    const changes = withoutMissing(checked(ChatChanges, typed))
    if (Object.keys(changes).length === 0) throw new UsageError('Name at least one setting, such as --offline=true.')
    const port = { call: connection.call, sounds: await knownSounds(connection) }
    const chat = await openChat(port, params.chatId, { acceptedRisks: acceptSoundResets === true ? 'all' : [], asksForHidden: true })
    // What is missing would be compared as its default.
    if (isReduced(connection, chat.answer)) return notReadable
    const saved = await chat.apply({ changes, conflicts: 'ask' })
    if (saved.outcome === 'decide') {
      const { conflicts, risks } = saved
      return { outcome: 'failed', data: { saved: false, conflicts, soundsAtRisk: risks }, text: whyNot(conflicts, risks) }
    }
    if (saved.outcome === 'unknown') {
      const text = saved.isConfirmed
        ? 'Saved, but the settings could not be read back. Read them to see what the service kept.'
        : 'Outcome unknown: the change was sent, and no answer arrived. Read the settings before you send it again.'
      return { outcome: 'unknown', data: { saved: null, changes }, text }
    }
    const { notKept } = saved
    if (notKept.length > 0) {
      const lines = notKept.map(({ name, intended, kept }) => `${name} is ${JSON.stringify(kept)}; ${JSON.stringify(intended)} was sent.`)
      return { outcome: 'failed', data: { saved: true, notKept }, text: `The service did not keep everything.\n${lines.join('\n')}` }
    }
    return { outcome: 'done', data: { saved: true, changes }, text: 'Saved.' }
  },
}

/** Only a gateway says so, of the chats that a scoped token may not read. */
const isReduced = ({ target }: Connection, chat: object) => target.isScoped && 'isReduced' in chat

const notReadable: CommandResult = {
  outcome: 'notPermitted',
  data: null,
  text: 'The role of the token does not include the settings of this chat. Nothing was changed.',
}

function whyNot(conflicts: readonly Conflict<Settings>[], risked: readonly SettingName[]): string {
  if (conflicts.length > 0)
    return `Nothing was saved: ${conflicts.map(({ name }) => name).join(', ')} changed while this command ran. Read the settings and try again.`
  return `Nothing was sent: the service may reset ${risked.join(', ')}: sounds without a known name, or settings that it does not show. Add --acceptSoundResets to save all the same.`
}

const withoutMissing = (changes: object): Partial<Settings> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** The names of our own service's sounds, which its page knows from the same file, or those that another service confirmed. A number without one stays a number. */
async function readSoundNames(connection: Connection): Promise<SoundName> {
  const profile = await connection.profile()
  if (profile) {
    const confirmed = namesByNumber([], profile.sounds)
    return (sound) => confirmed.get(sound)
  }
  const catalogue = CatalogueFile.safeParse(await connection.readFile('/catalogue.json')).data
  const names = new Map(catalogue?.sounds.map(({ id, name }) => [id, name]))
  return (sound) => names.get(sound)
}

async function knownSounds(connection: Connection): Promise<KnownSounds> {
  const profile = await connection.profile()
  return soundsOf({ profile: () => profile, nameOf: await readSoundNames(connection), learn: () => {} })
}
