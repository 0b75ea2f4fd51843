import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { builtInPresetIds } from '#contract/presets/preset.ts'
import { openDatabase, type Database } from '#db/open.ts'
import { createKeys } from '#gateway/session/seal.ts'
import type { GatewayTables } from '#gateway/database/database.ts'
import { startPresets, type TestPresets } from '#gateway/presets/test-presets.ts'
import { startPostgres } from '#service/testing/postgres.ts'
import { figure } from '../../src/test-figure.ts'

/**
 * L2: presets with a time, also several in one chat, while three gateways on one PostgreSQL are killed at random moments and started again, and the
 * clocks of single gateways jump back and forth by up to a day. Each must end exactly once, and every chat must be as it was. Argument: kills (50).
 * Without PostgreSQL on the machine it says so and ends. Takes ten minutes.
 */

const kills = Number(process.argv[2] ?? 50)
const chats = 10
const hour = 60 * 60_000
const jumpsOfClock = [-25 * hour, -hour, -5000, 5000, hour, 25 * hour]
/** After the last kill everything has to be over by then: leases run out, and failed attempts wait. */
const maxRestMs = 5 * 60_000

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!

async function main(): Promise<void> {
  const server = await startPostgres()
  if (!server) return console.log('Not measured: neither initdb nor pg_ctl was found.')
  const database = openDatabase<GatewayTables>({ url: server.url })
  const gateways: ChildProcess[] = []
  try {
    const names = Array.from({ length: chats }, (_, index) => `Chat ${index + 1}`)
    // Its own worker is never started: it only turns presets on, as a page does, and carries out the jobs of that.
    const keys = createKeys(Buffer.alloc(32, 1))
    const page = await startPresets({ place: { url: server.url } }, names, { keys, nowMs: Date.now })
    await page.allowStanding()
    await database.query.updateTable('standing_access').set({ budget: 1_000_000 }).execute()
    const before = await Promise.all(page.chats.map(page.read))
    const start = () => startGateway(server.url)
    gateways.push(...(await Promise.all([1, 2, 3].map(start))))

    const state = { isOver: false }
    const turningOn = turnOnAgainAndAgain(page, state)
    let jumped = 0
    for (let kill = 1; kill <= kills; kill++) {
      await setTimeout(Math.random() * 2500)
      for (const gateway of gateways) {
        const isJumping = Math.random() < 0.3
        if (isJumping) jumped++
        gateway.send(isJumping ? pick(jumpsOfClock) : 0)
      }
      const victim = Math.floor(Math.random() * gateways.length)
      gateways[victim]!.kill('SIGKILL')
      await once(gateways[victim]!, 'exit')
      gateways[victim] = await start()
      console.log(`${kill} of ${kills} kills`)
    }
    state.isOver = true
    const ids = await turningOn
    for (const gateway of gateways) gateway.send(0)
    const begun = performance.now()
    // A preset is off the list once its end has begun.
    while ((await page.list()).length + (await chatsLeft(database, ids)) > 0 && performance.now() - begun < maxRestMs) await setTimeout(500)

    const left = (await page.list()).length
    const wrong = (await Promise.all(page.chats.map(page.read))).filter(
      (chat, index) => JSON.stringify(chat) !== JSON.stringify(before[index]),
    )
    const { ended, twice, never } = await count(database, ids)
    figure(
      'L2',
      left + wrong.length + twice + never === 0 && ended === ids.length,
      `three gateways on one PostgreSQL, ${kills} random kills and ${jumped} jumps of their clocks by up to 25 h either way: of ${ids.length} modes that end by themselves, many of them on one another, ${ended} ended, ${left} were left; ${twice} values were put back twice and ${never} chats never, and ${wrong.length} of ${chats} chats were not byte-equal at the end`,
    )
  } finally {
    for (const gateway of gateways) gateway.kill('SIGKILL')
    await database.close()
    await server.stop()
  }
}

/** Resolves to the ids of all presets that were turned on. */
async function turnOnAgainAndAgain(page: TestPresets, state: { isOver: boolean }): Promise<string[]> {
  const ids: string[] = []
  while (!state.isOver) {
    const chatIds = page.chats.filter(() => Math.random() < 0.3)
    const id = `proof-${ids.length}-${Date.now()}`
    const { on } =
      chatIds.length === 0
        ? { on: null }
        : await page.turnOn(pick(builtInPresetIds), chatIds, { until: Date.now() + 500 + Math.ceil(Math.random() * 8000) }, id)
    if (on) ids.push(id)
    await setTimeout(500)
  }
  return ids
}

async function startGateway(url: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'preset-gateway.ts'), [url], { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  return child
}

/** What the worker lists as ended, and how often the service confirmed each value of each preset and chat. */
async function count({ query }: Database<GatewayTables>, ids: readonly string[]) {
  const ended = await query.selectFrom('past_action').select('id').where('title', 'like', 'Ended the mode%').execute()
  const lines = await query.selectFrom('audit_line').select(['line', 'text', 'chat_id']).where('who', '=', 'roomkeeper').execute()
  const outcomes = await query.selectFrom('audit_line').select(['entry', 'outcome']).where('kind', '=', 'outcome').execute()
  const outcomeOf = new Map(outcomes.map(({ entry, outcome }) => [entry, outcome]))
  const confirmed = new Map<string, number>()
  for (const { line, text, chat_id } of lines) {
    const { cause, changes } = JSON.parse(text) as { cause: { id?: string }; changes: { name: string }[] }
    if (cause.id === undefined || outcomeOf.get(line) !== 'done') continue
    // What lay under another preset when the end was interrupted is put back by a second request.
    for (const { name } of changes) {
      const value = `${cause.id} ${chat_id} ${name}`
      confirmed.set(value, (confirmed.get(value) ?? 0) + 1)
    }
  }
  const twice = [...confirmed.values()].filter((times) => times > 1).length
  return { ended: ended.length, twice, never: await chatsLeft({ query }, ids) }
}

/** In how many chats a preset is on, or has set something that was not put back. */
async function chatsLeft({ query }: Pick<Database<GatewayTables>, 'query'>, ids: readonly string[]): Promise<number> {
  const left = await query
    .selectFrom('preset_chat')
    .select('on_id')
    .where('on_id', 'in', ids)
    .where((is) =>
      is.or([
        is('is_ended', '=', 0),
        is.exists(
          is
            .selectFrom('preset_layer')
            .select('setting')
            .whereRef('preset_layer.on_id', '=', 'preset_chat.on_id')
            .whereRef('preset_layer.chat_id', '=', 'preset_chat.chat_id'),
        ),
      ]),
    )
    .execute()
  return left.length
}

await main()
