import { describe, expect, it, test } from 'vitest'
import type { NotificationChannel, Notifications } from '#contract/gateway/notifications.ts'
import { channelDraft, channelFields, channelResolver, newSecret, type ChannelFields } from './channel-fields.ts'

const notifications: Notifications = {
  isMailSetUp: true,
  channels: [],
  canWrite: true,
  recipients: [
    { personId: null, name: 'Ada' },
    { personId: 'ines', name: 'Ines' },
  ],
}
const stored: NotificationChannel = {
  id: 'c',
  name: 'ops',
  events: [],
  last: null,
  kind: 'webhook',
  shape: 'roomkeeper',
  host: 'ops.example.org',
  address: 'https://ops.example.org/hooks/…',
  hasSecret: true,
  isLocked: false,
}
const blank = channelFields(null, notifications)
const secret = 'sixteen characters'

async function problems(fields: ChannelFields, channel: NotificationChannel | null) {
  const { errors } = await channelResolver(channel)(fields, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.keys(errors)
}

describe('a new webhook', () => {
  it('needs a name, an address and a secret', async () => {
    expect(await problems(blank, null)).toEqual(['name', 'address', 'secret'])
    expect(await problems({ ...blank, name: 'ops', address: 'https://a.example', secret }, null)).toEqual([])
    expect(await problems({ ...blank, name: 'ops', address: 'https://a.example', secret: 'short' }, null)).toEqual(['secret'])
    expect(await problems({ ...blank, name: 'ops', address: 'https://a.example', shape: 'slack' }, null)).toEqual([])
  })
})

describe('a stored webhook', () => {
  const fields = channelFields(stored, notifications)

  it('keeps its address and secret if the fields are empty', async () => {
    expect(await problems(fields, stored)).toEqual([])
    expect(channelDraft(fields)).toEqual({ kind: 'webhook', name: 'ops', shape: 'roomkeeper' })
  })

  it('needs its secret again for another address, or if the stored one cannot be read', async () => {
    expect(await problems({ ...fields, address: 'https://b.example' }, stored)).toEqual(['secret'])
    expect(await problems(fields, { ...stored, isLocked: true })).toEqual(['address', 'secret'])
  })

  it('loses its secret only on request, and if the format allows it', () => {
    expect(channelDraft({ ...fields, shape: 'slack', removesSecret: true })).toMatchObject({ secret: '' })
    expect(channelDraft({ ...fields, removesSecret: true })).not.toHaveProperty('secret')
  })
})

test('e-mail goes to the account’s address or to a person', async () => {
  expect(channelDraft({ ...blank, kind: 'email', name: ' Ada ' })).toEqual({ kind: 'email', name: 'Ada', personId: null })
  expect(channelDraft({ ...blank, kind: 'email', name: 'Ines', personId: 'ines' })).toMatchObject({ personId: 'ines' })
  expect(await problems({ ...blank, kind: 'email', name: 'Nobody', personId: '' }, null)).toEqual(['personId'])
})

test('a generated secret has 32 random bytes', () => {
  expect(newSecret()).toMatch(/^[\da-f]{64}$/)
  expect(newSecret()).not.toBe(newSecret())
})
