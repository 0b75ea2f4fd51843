import { changedSettings, type Settings } from '#contract/settings-derive.ts'
import { hasNoSignInMethod, signInMethods } from '#contract/settings-doctor.ts'
import type { SettingName } from '#contract/settings.ts'

/** A change that users notice immediately, or that cannot be undone. */
export interface Danger {
  /** The setting that causes it. No two dangers name the same one. */
  setting: SettingName
  title: string
  /** The same for several chats, with {count} for their number. */
  several: string
  consent: string
}

/** The dangers that this change causes; what was already so before is none. */
export function dangers(before: Settings, after: Settings, account: { currency: string }): Danger[] {
  const turnedOn = (name: 'offline' | 'forceSDKLogin' | 'monetizeLogin') => !before[name] && after[name]
  const closedBy =
    hasNoSignInMethod(before) || !hasNoSignInMethod(after)
      ? undefined
      : changedSettings(before, after).find((name) => decidesWhoEnters.has(name))
  const list: (Danger | false | undefined)[] = [
    turnedOn('offline') && {
      setting: 'offline',
      title: 'The chat goes offline. Everyone in it is disconnected immediately.',
      several: '{count} chats go offline. Everyone in them is disconnected immediately.',
      consent: 'Yes, disconnect everyone',
    },
    before.archive &&
      !after.archive && {
        setting: 'archive',
        title: 'Messages are no longer stored. New messages cannot be read later.',
        several: 'Messages are no longer stored in {count} chats. New messages cannot be read later.',
        consent: 'Yes, stop storing messages',
      },
    closedBy && {
      setting: closedBy,
      title: 'Every sign-in method is turned off. Nobody new can enter.',
      several: 'Every sign-in method is turned off in {count} chats. Nobody new can enter them.',
      consent: 'Yes, block all sign-ins',
    },
    turnedOn('forceSDKLogin') && {
      setting: 'forceSDKLogin',
      title: 'The chat becomes private. Only users signed in by your website can enter.',
      several: '{count} chats become private. Only users signed in by your website can enter.',
      consent: 'Yes, make it private',
    },
    turnedOn('monetizeLogin') &&
      account.currency === '' && {
        setting: 'monetizeLogin',
        title: 'Paid entry is turned on, but the account has no currency. It has no effect until one is set.',
        several: 'Paid entry is turned on in {count} chats, but the account has no currency. It has no effect until one is set.',
        consent: 'Yes, turn it on without a currency',
      },
  ]
  return list.filter((danger) => typeof danger === 'object')
}

const decidesWhoEnters = new Set<SettingName>(['forceSDKLogin', ...signInMethods])
