import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as plain } from '../fixtures.ts'
import { startForeignService, type ForeignService } from './foreign-service.ts'
import { startServer, type OwnServer } from '../product-copy.ts'

/** The page talks to a gateway of its own, in front of a service that behaves in other ways than ours. */
export const test = plain.extend<{ foreign: ForeignService }, { behind: { foreign: ForeignService; gateway: OwnServer } }>({
  behind: [
    async ({}, use, { project }) => {
      const folder = await mkdtemp(join(tmpdir(), 'roomkeeper-foreign-'))
      const foreign = await startForeignService(`${project.use.baseURL}/api`)
      const gateway = await startServer({ DATA_DIR: folder, CHAT_API_URL: foreign.address })
      await use({ foreign, gateway })
      await gateway.stop()
      await foreign.stop()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ behind }, use) => use(behind.gateway.address),
  // Automatic: a test that does not ask for the service still needs one that forgot the test before.
  foreign: [
    async ({ behind: { foreign } }, use) => {
      foreign.forget()
      await use(foreign)
    },
    { auto: true },
  ],
})
