import type { State, Target } from '#contract/recorded-change.ts'
import { isUnnamedSound, soundSettings, type SoundName } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { AuditEntry } from '#contract/gateway/audit.ts'
import { inPoll, pollDates, pollExists, pollField, type Fields, type OwnWrite } from './fields.ts'
import { spanOf, type OwnBan } from './ranges.ts'

/** Entries of the audit log as writes to what is compared. */

/** An entry that is done, or may be. */
export interface OwnChange extends Pick<AuditEntry, 'chatId' | 'action' | 'subject' | 'changes'> {
  target: Target
  /** See OwnWrite. */
  began: number
  ended: number | null
  /** What was sent in the fields of which it was not known what was there before. */
  sent?: State | undefined
}

type WritesTo = (field: string) => OwnWrite[]

/** Fields of a resource that one action writes: a chat's settings, the profile, the social settings. */
const writesBy =
  (actions: readonly string[], own: readonly OwnChange[]): WritesTo =>
  (field) =>
    own.filter(({ action }) => actions.includes(action)).flatMap((change) => writeTo(field, change) ?? [])

function writeTo(field: string, { began, ended, changes, sent }: OwnChange): OwnWrite | null {
  const change = changes.find(({ name }) => name === field)
  if (change) return { began, ended, value: change.after }
  return sent && field in sent ? { began, ended, value: sent[field] } : null
}

/**
 * Of one chat.
 * @param atRisk the sounds that an update leaves out, and that the service may therefore change
 */
export function settingWrites(own: readonly OwnChange[], chatId: number, atRisk: readonly SettingName[]): WritesTo {
  const inChat = own.filter((change) => change.chatId === chatId && change.action === 'chatUpdate')
  const writes = writesBy(['chatUpdate'], inChat)
  const side = new Set<string>(atRisk)
  return (field) => (side.has(field) ? inChat.map(({ began, ended }) => ({ began, ended })) : writes(field))
}

/** The numbers among sounds that stand for a sound whose name is not known. */
export const unnamedSounds = (fields: Fields, nameOf: SoundName): SettingName[] =>
  soundSettings.filter((name) => {
    const value = fields[name]
    return value !== null && isUnnamedSound(name, value) && nameOf(Number(value)) === undefined
  })

export const accountWrites = (own: readonly OwnChange[]): WritesTo => writesBy(['accountUpdate', 'currencySet'], own)
export const socialWrites = (own: readonly OwnChange[]): WritesTo => writesBy(['socialUpdate'], own)

export const ownBans = (own: readonly OwnChange[], chatId: number): OwnBan[] =>
  own.flatMap(({ chatId: of, action, target, began, ended }) => {
    const isBan = action === 'banCreate'
    if (of !== chatId || (!isBan && action !== 'banLift' && action !== 'banLiftRange')) return []
    return [{ ...spanOf({ firstIp: String(target['firstIp']), lastIp: String(target['lastIp']) }), began, ended, value: isBan }]
  })

const sendsAgain: ReadonlySet<string> = new Set(['pollResend', 'pollPublish'])

/** @param now the polls as just read: a new one is recognised by its question */
export function pollWrites(own: readonly OwnChange[], chatId: number, now: Fields): WritesTo {
  const inChat = own.filter((change) => change.chatId === chatId)
  return (key) => {
    const { pollId, field } = inPoll(key)
    return inChat.flatMap((change): OwnWrite[] => {
      const { action, began, ended, subject, changes } = change
      if (action === 'pollCreate')
        return field === pollExists && now[pollField(pollId, 'question')] === subject ? [{ began, ended, value: true }] : []
      if (Number(change.target['pollId']) !== pollId) return []
      if (action === 'pollDelete') return field === pollExists ? [{ began, ended, value: false }] : []
      // The service's own time, whichever it is.
      const isDate = pollDates.some((date) => date === field)
      const isSent = sendsAgain.has(action) || changes.some(({ name }) => name === 'send')
      if (isDate) return isSent ? [{ began, ended }] : []
      return action === 'pollUpdate' ? [writeTo(field, change) ?? []].flat() : []
    })
  }
}
