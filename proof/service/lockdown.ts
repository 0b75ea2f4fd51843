import { setTimeout } from 'node:timers/promises'
import { startPresets } from '#gateway/presets/test-presets.ts'
import { startPostgres } from '#service/testing/postgres.ts'
import { figure } from '../../src/test-figure.ts'
import { withFolder } from '../data.ts'

/**
 * L1: how long the lockdown of 10 chats takes, from the request to the end of its job, after which every chat is locked and read back, and whether every
 * chat is byte-equal after its end. On SQLite, on PostgreSQL where it is found, and with a service that takes 200 ms for each request. Argument: rounds (20).
 */

const rounds = Number(process.argv[2] ?? 20)
const slowMs = 200

async function measure(place: { folder: string } | { url: string }, delayMs: number) {
  const page = await startPresets(
    { place },
    Array.from({ length: 10 }, (_, index) => `Chat ${index + 1}`),
    { nowMs: Date.now },
  )
  if (delayMs > 0) page.faults.answer = () => setTimeout(delayMs, null)
  const before = JSON.stringify(await Promise.all(page.chats.map(page.read)))
  const times: number[] = []
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    const { on } = await page.turnOn('lockdown', page.chats)
    times.push(performance.now() - begun)
    const states = on ? await page.statesOf(on.id) : []
    if (on?.chats.length !== 10 || states.length !== 10 || states.some((state) => state !== 'saved')) wrong++
    await page.end(on!.id)
    if (JSON.stringify(await Promise.all(page.chats.map(page.read))) !== before) wrong++
  }
  await page.close()
  return { slowest: Math.max(...times) / 1000, wrong }
}

async function main(folder: string): Promise<void> {
  const server = await startPostgres()
  try {
    const measured = [
      { name: 'SQLite', ...(await measure({ folder }, 0)) },
      ...(server ? [{ name: 'PostgreSQL', ...(await measure({ url: server.url }, 0)) }] : []),
      { name: `a service that takes ${slowMs} ms for each request`, ...(await measure({ folder }, slowMs)) },
    ]
    figure(
      'L1',
      measured.every(({ slowest, wrong }) => slowest <= 5 && wrong === 0),
      `lockdown of 10 chats, each read back, slowest of ${rounds}: ${measured.map(({ name, slowest }) => `${slowest.toFixed(2)} s with ${name}`).join(', ')}; ${measured.reduce((sum, { wrong }) => sum + wrong, 0)} rounds with a chat that was not locked, or not byte-equal afterwards`,
    )
  } finally {
    await server?.stop()
  }
}

await withFolder(main)
