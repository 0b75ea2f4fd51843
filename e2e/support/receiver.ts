import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReceiver } from '#gateway/notifications/test-receivers.ts'
import { createAccount, test as base } from './fixtures.ts'
import { startProduct } from './product.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

interface NotifyingProduct {
  address: string
  folder: string
  receiver: Receiver
}

/** A product of its own whose operator allows one receiver on this machine: others inside are refused, as everywhere. */
export const test = base.extend<{ receiver: Receiver }, { notifying: NotifyingProduct }>({
  notifying: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'roomkeeper-e2e-notify-'))
      const receiver = await startReceiver()
      const product = await startProduct({ DATA_DIR: folder, NOTIFY_HOSTS: receiver.host })
      await use({ address: product.address, folder, receiver })
      await product.stop()
      await receiver.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],

  baseURL: ({ notifying }, use) => use(notifying.address),

  account: async ({ notifying: { address, folder } }, use, { testId, retry }) => {
    await use(await createAccount(address, `${testId}-${retry}`, undefined, folder))
  },

  /** Answers 200 and "ok" at first. What it has received before is forgotten. */
  receiver: async ({ notifying: { receiver } }, use) => {
    receiver.received.length = 0
    receiver.state.respond = (_, response) => void response.writeHead(200).end('ok')
    await use(receiver)
  },
})
