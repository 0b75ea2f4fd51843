import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFaultyUpstream, type FaultyUpstream } from './faulty-upstream.ts'
import { test as plain } from '../fixtures.ts'
import { copyProduct, ownSounds, startServer, type OwnServer } from '../product-copy.ts'

/** The page talks to a gateway of its own, whose upstream fails on demand and hands the rest on to the service under test. */
export const test = plain.extend<{ upstream: FaultyUpstream }, { faulty: { upstream: FaultyUpstream; gateway: OwnServer } }>({
  faulty: [
    async ({}, use, { project }) => {
      const folder = await mkdtemp(join(tmpdir(), 'roomkeeper-failures-'))
      const upstream = await startFaultyUpstream(`${project.use.baseURL}/api`)
      // The service behind it is ours, so whoever operates this gateway knows its sounds.
      await copyProduct(folder, { [upstream.address]: { sounds: await ownSounds() } })
      const gateway = await startServer({ DATA_DIR: join(folder, 'data'), CHAT_API_URL: upstream.address }, folder)
      await use({ upstream, gateway })
      await gateway.stop()
      await upstream.refuse()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ faulty }, use) => use(faulty.gateway.address),
  upstream: async ({ faulty: { upstream } }, use) => {
    upstream.forget()
    await use(upstream)
    await upstream.heal()
  },
})
