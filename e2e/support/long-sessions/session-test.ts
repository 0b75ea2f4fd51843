import { expect, test as plain } from '@playwright/test'
import { play } from './play.ts'
import { inWords, sequence, type SessionKind, type Step } from './sequence.ts'
import { serviceNames, startAwkward, type Service, type ServiceName } from './services.ts'
import { shrink } from './shrink.ts'

/** One test for each seed. */

/** Actions of one session. */
const length = 60
/** Milliseconds for finding a shorter sequence that fails: each attempt is another session. */
const patience = 60_000

export const test = plain.extend<object, { services: (name: ServiceName) => Promise<Service> }>({
  services: [
    async ({}, use, { project }) => {
      const own = project.use.baseURL!
      let awkward: ReturnType<typeof startAwkward> | undefined
      await use(async (name) => ({
        name,
        own,
        ...(name === 'ours' ? { address: own, upstream: null, failedAt: () => 0 } : await (awkward ??= startAwkward(own))),
      }))
      await (await awkward)?.stop()
    },
    { scope: 'worker' },
  ],
})

/** The invariant that a finding is about: "edits: 2 were made ..." */
const kindOf = (finding: string | undefined) => finding?.split(':')[0]

export function testSession(seed: number, kind: SessionKind = 'everywhere') {
  const name = kind === 'moderation' ? 'ours' : serviceNames[seed % serviceNames.length]!
  test(`long session, ${kind}, seed ${seed}, on a service that is ${name}`, async ({ browser, services }) => {
    test.setTimeout(120_000 + patience)
    const service = await services(name)
    const { done, found } = await play(browser, service, sequence(seed, length, kind), length, kind)
    if (found.length === 0) return expect(done).toHaveLength(length)
    const fails = async (steps: readonly Step[]) =>
      kindOf((await play(browser, service, steps, length, kind)).found[0]) === kindOf(found[0])
    const shortest = await shrink(
      done.map(({ step }) => step),
      fails,
      Date.now() + patience,
    )
    const words =
      shortest.length === done.length
        ? ''
        : `\nThe shortest that fails in this way:\n${shortest.map((step) => inWords(done.filter((one) => one.step === step))).join('\n')}`
    expect(found, `Seed ${seed}, after ${done.length} actions:\n${inWords(done)}${words}`).toEqual([])
  })
}
