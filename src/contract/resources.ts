import type { ReadName } from './client.ts'
import { defaults, setting, settingNames } from './settings-derive.ts'

/** What the endpoints change: how each resource is read, what identifies one, and what its fields are called. */
export interface Resource {
  /** Reads one by itself. */
  read?: ReadName
  /** Reads all of them, where there are several. */
  list?: ReadName
  /** What identifies one within the list: a name for it, and the field of the list that holds it. */
  id: Readonly<Record<string, string>>
  /** The fields that a change is recorded for, with their labels. */
  fields: Readonly<Record<string, string>>
  /** The field among them that holds a country's number; null and 0 are none (docs/assumptions.md row 6). */
  country?: string
  /** What a new one gets where nothing is sent. */
  defaults?: Readonly<Record<string, string | number | boolean>>
  /** Nothing of it changes but whether it is in the list: the field that stands for that, with its values in words. */
  presence?: { field: string; present: string; absent: string }
  /** Told where one was deleted meanwhile. */
  gone?: string
}

export const profileLabels = {
  name: 'Full name',
  email: 'E-mail',
  company: 'Company',
  countryId: 'Country',
  address: 'Street',
  unit: 'Unit or floor',
  city: 'City',
  state: 'State',
  zipCode: 'Zip code',
  reservedName: 'Reserved name',
  paymentEmail: 'Payment e-mail',
}

export const socialLabels = {
  social: 'Social settings',
  networkOneLink: 'Link to share',
  networkTwoName: 'Handle',
}

export const resources = {
  chat: {
    read: 'chatRead',
    list: 'chatList',
    id: { chatId: 'id' },
    // Read when it is shown: the provider's names are in some labels.
    get fields() {
      return Object.fromEntries(settingNames.map((name) => [name, setting(name).label]))
    },
    defaults,
  },
  poll: {
    list: 'pollList',
    id: { pollId: 'id' },
    fields: {
      question: 'Question',
      answer1: 'Answer 1',
      answer2: 'Answer 2',
      answer3: 'Answer 3',
      answer4: 'Answer 4',
      votes: 'Votes',
      send: 'Sent to everyone in the chat',
    },
    gone: 'The poll no longer exists.',
  },
  bannedRange: {
    list: 'banList',
    id: { firstIp: 'firstIp', lastIp: 'lastIp' },
    fields: { banned: 'Addresses' },
    presence: { field: 'banned', present: 'Banned', absent: 'Not banned' },
  },
  account: { read: 'accountRead', id: {}, fields: { ...profileLabels, currency: 'Currency' }, country: 'countryId' },
  social: { read: 'socialRead', id: {}, fields: socialLabels },
  message: { id: {}, fields: {} },
} satisfies Record<string, Resource>

export type ResourceName = keyof typeof resources
