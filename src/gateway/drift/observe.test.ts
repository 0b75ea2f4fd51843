import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { seeChats } from './look.ts'

test('where a chat is listed twice, the fields that another one lacks are still its own', async () => {
  const data = [
    { id: 1, name: 'Lobby', mentions: true },
    { id: 1, name: 'Lobby', mentions: true },
    { id: 2, name: 'Stage' },
  ]
  const seen = await seeChats(createClient(async () => Response.json({ status: true, data })))
  expect(seen).toEqual([
    { id: 1, name: 'Lobby', fields: { name: 'Lobby', mentions: true } },
    { id: 2, name: 'Stage', fields: { name: 'Stage' } },
  ])
})
