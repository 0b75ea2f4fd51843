import type { Value } from '#contract/recorded-change.ts'
import type { RoleName } from '#contract/workspace/grant.ts'
import { isRight, right, roles } from '#contract/workspace/rights.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'

/** Changes of a team in words: the fields of a person, and rights and limits of a role, such as `moderator.messages.delete`. */

const fields: Readonly<Record<string, string>> = {
  name: 'Name',
  role: 'Role',
  chats: 'Chats',
  limits: 'Limits',
  email: 'E-mail',
  expiresInDays: 'Days until it expires',
  deletionsPerHour: 'Deletions an hour',
  widestBan: 'Widest ban',
  // Of what the account remembers (record-kinds.ts).
  words: 'Words',
  'words.added': 'Words added',
  'words.removed': 'Words removed',
  'words.order': 'Order of words',
  labels: 'Labels',
  pinned: 'Pinned',
  description: 'Description',
  values: 'Settings',
  minutes: 'Minutes',
  text: 'Text',
  note: 'Note',
  reviewOn: 'Review on',
  query: 'Filters',
  question: 'Question',
  choice: 'Decision',
  channel: 'Channel',
  chatNames: 'Chats',
  scope: 'Where',
  groups: 'Match',
  except: 'Except',
  actions: 'Actions',
  brakes: 'Brakes',
  state: 'State',
  version: 'Version',
  overwrites: 'Replaces later values',
  more: 'More',
}

const isRole = (name: string): name is RoleName => Object.hasOwn(roles, name)

const ofRole = /^([a-z]+)\.(.+)$/

export function teamLabel(name: string): string {
  const [, role = '', part = ''] = ofRole.exec(name) ?? []
  if (!isRole(role)) return fields[name] ?? name
  return `${roles[role].label}: ${isRight(part) ? right(part).label : (fields[part] ?? part)}`
}

export function teamValue(name: string, value: Value): string {
  const part = name.split('.').at(-1)
  if (part === 'deletionsPerHour') return value === null ? 'No limit' : count(Number(value))
  if (part === 'widestBan') return value === null ? 'No limit' : `/${value}`
  if (name === 'role' && isRole(String(value))) return roles[value as RoleName].label
  if (name === 'chats') return chatsInWords(String(value))
  if (name === 'limits') return limitsInWords(String(value))
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value === null ? '' : String(value)
}

/** Chats and limits are recorded as JSON; what this release cannot read is shown as it is. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function chatsInWords(json: string): string {
  const chats = parsed(json)
  if (chats === 'all') return 'All chats'
  return Array.isArray(chats) ? plural(chats.length, '{count} chat', '{count} chats') : json
}

function limitsInWords(json: string): string {
  const limits = parsed(json)
  if (typeof limits !== 'object' || limits === null) return json
  const own = Object.entries(limits as Record<string, Value>)
  return own.length === 0 ? 'Those of the role' : own.map(([name, value]) => `${teamLabel(name)} ${teamValue(name, value)}`).join(', ')
}
