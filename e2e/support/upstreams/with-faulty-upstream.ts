import { test as plain } from '../fixtures.ts'
import { startGateway } from '../product-copy.ts'
import { startFaultyUpstream, type FaultyUpstream } from './faulty-upstream.ts'

/** The page talks to a gateway of its own, whose upstream fails on demand and otherwise forwards requests to the service under test. */
export const test = plain.extend<{ upstream: FaultyUpstream }, { faulty: { upstream: FaultyUpstream; address: string } }>({
  faulty: [
    async ({}, use, { project }) => {
      const upstream = await startFaultyUpstream(`${project.use.baseURL}/api`)
      const gateway = await startGateway(upstream.address, { hasBuiltInSounds: true })
      await use({ upstream, address: gateway.address })
      await gateway.stop()
      await upstream.refuse()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ faulty }, use) => use(faulty.address),
  upstream: async ({ faulty: { upstream } }, use) => {
    upstream.forget()
    await use(upstream)
    await upstream.heal()
  },
})
