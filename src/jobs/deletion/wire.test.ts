// @vitest-environment node
import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { deletionPort } from './deletion-port.ts'
import { createTestApi } from './test-api.ts'
import { idsBetween, start } from './test-deletion.ts'

/** Through the real client, in the format of the API. */

test('a third of all requests fails in every way: all messages are deleted', async () => {
  const here = start({ count: 3000, chosen: idsBetween(501, 2500) })
  const port = deletionPort(7, createClient(createTestApi({ ...here, rate: 0.33 })))
  const receipt = await here.run({ port })
  expect(receipt.deleted.length).toBe(2000)
  expect(here.chat.ids().length).toBe(1000)
})
