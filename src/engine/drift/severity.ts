import { setting, isSettingName } from '#contract/settings-derive.ts'
import type { GroupName, SettingName } from '#contract/settings.ts'
import { parseFilter } from '#contract/word-filter.ts'
import type { Value } from '#contract/recorded-change.ts'
import type { DriftResource, DriftSeverity } from '#contract/gateway/drift.ts'

/** How serious a change from outside is: by the setting, and for switches by the direction. */

/** Severe when it gets this value: it lets people in, or removes protection. */
const opensWith: Partial<Record<SettingName, boolean>> = {
  forceSDKLogin: false,
  monetizeLogin: false,
  networkOneLogin: true,
  networkTwoLogin: true,
  serviceLogin: true,
  anonymous: true,
  guestAvatar: true,
  register: true,
  allowListeners: true,
  httpsOnly: false,
  uploadAdmin: false,
  p2pAudioAdmin: false,
  p2pVideoAdmin: false,
  privateChatAdmin: false,
  userslistAdmin: false,
  offline: false,
}

/** Severe whatever it gets: what visitors or the service write goes to another address. */
const addresses: Partial<Record<DriftResource, readonly string[]>> = {
  settings: ['offlineMessageEmail'],
  account: ['email', 'paymentEmail'],
}

const minorGroups: ReadonlySet<GroupName> = new Set(['sounds', 'options'])
const minorFields: Partial<Record<DriftResource, readonly string[]>> = {
  settings: [
    'registerTermsTitle',
    'allowSmiles',
    'messagesFromBottom',
    'autoInvite',
    'inviteFriends',
    'groupChatWelcomeMessageDelay',
    'privateChatWelcomeMessageDelay',
  ],
  account: ['company', 'countryId', 'address', 'unit', 'city', 'state', 'zipCode'],
  polls: ['lastSentDate', 'publishedDate'],
}

export function driftSeverity(resource: DriftResource, field: string, before: Value, after: Value): DriftSeverity {
  if (addresses[resource]?.includes(field)) return 'severe'
  if (minorFields[resource]?.includes(field)) return 'minor'
  if (resource !== 'settings' || !isSettingName(field)) return 'notable'
  if (opensWith[field] === after) return 'severe'
  if (field === 'filterWords' && hasFewerWords(String(before), String(after))) return 'severe'
  return minorGroups.has(setting(field).group) ? 'minor' : 'notable'
}

/** Unbanning lets people in; banning changes what they can do. */
export const rangesSeverity = (removed: number): DriftSeverity => (removed > 0 ? 'severe' : 'notable')

function hasFewerWords(before: string, after: string): boolean {
  const left = new Set(parseFilter(after).map(({ text }) => text))
  return parseFilter(before).some(({ text }) => !left.has(text))
}
