import { test as plain } from '../fixtures.ts'
import { startGateway } from '../product-copy.ts'
import { startForeignService, type ForeignService } from './foreign-service.ts'

/** The page talks to a gateway of its own, in front of a service that behaves differently from ours. */
export const test = plain.extend<{ foreign: ForeignService }, { behindForeign: { foreign: ForeignService; address: string } }>({
  behindForeign: [
    async ({}, use, { project }) => {
      const foreign = await startForeignService(`${project.use.baseURL}/api`)
      const gateway = await startGateway(foreign.address, { hasBuiltInSounds: false })
      await use({ foreign, address: gateway.address })
      await gateway.stop()
      await foreign.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ behindForeign }, use) => use(behindForeign.address),
  // Automatic: also a test that does not use the service needs one that has forgotten the previous test.
  foreign: [
    async ({ behindForeign: { foreign } }, use) => {
      foreign.forget()
      await use(foreign)
    },
    { auto: true },
  ],
})
