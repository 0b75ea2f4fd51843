import { changedSettings, type Settings } from '#contract/settings-derive.ts'
import { hasNoSignInMethod, signInMethods } from '#contract/settings-doctor.ts'
import type { SettingName } from '#contract/settings.ts'

/** What people in the chat feel at once, or what cannot be brought back. */
export interface Danger {
  /** The setting whose change brings it about; no two dangers name the same. */
  setting: SettingName
  title: string
  /** The words of the box to tick before saving. */
  consent: string
}

/** Only what this change brings about: what was so before is no danger of it. */
export function dangers(before: Settings, after: Settings, account: { currency: string }): Danger[] {
  const switchedOn = (name: 'offline' | 'forceSDKLogin' | 'monetizeLogin') => !before[name] && after[name]
  const closedBy =
    hasNoSignInMethod(before) || !hasNoSignInMethod(after)
      ? undefined
      : changedSettings(before, after).find((name) => decidesWhoEnters.has(name))
  const list: (Danger | false | undefined)[] = [
    switchedOn('offline') && {
      setting: 'offline',
      title: 'The chat goes offline. Everybody in it is disconnected at once.',
      consent: 'Yes, disconnect everybody',
    },
    before.archive &&
      !after.archive && {
        setting: 'archive',
        title: 'Messages are no longer kept. What is written from now on cannot be read later.',
        consent: 'Yes, stop keeping messages',
      },
    closedBy && {
      setting: closedBy,
      title: 'Every way to sign in is switched off. Nobody new can enter.',
      consent: 'Yes, let nobody sign in',
    },
    switchedOn('forceSDKLogin') && {
      setting: 'forceSDKLogin',
      title: 'The chat becomes private. Only people your own site signs in can enter.',
      consent: 'Yes, make it private',
    },
    switchedOn('monetizeLogin') &&
      account.currency === '' && {
        setting: 'monetizeLogin',
        title: 'Paid entry is switched on, but the account has no currency. It does not work until one is set.',
        consent: 'Yes, switch it on without a currency',
      },
  ]
  return list.filter((danger) => typeof danger === 'object')
}

const decidesWhoEnters = new Set<SettingName>(['forceSDKLogin', ...signInMethods])
