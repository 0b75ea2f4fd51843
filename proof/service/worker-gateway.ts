import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { isHealthy } from '#db/health.ts'
import { installationId } from '#db/installation.ts'
import { openDatabase } from '#db/open.ts'
import { createProfileStore } from '#gateway/forward/service-profile.ts'
import { createGateway } from '#gateway/gateway.ts'
import { listen } from '#gateway/server/serve.ts'
import { createIdentity } from '#gateway/session/require-session.ts'
import { createKeys } from '#gateway/session/seal.ts'
import { createSessions } from '#gateway/session/sessions.ts'
import { type GatewayTables, migrateGatewayTables } from '#gateway/database/database.ts'
import type { Task } from '#gateway/worker/task.ts'

/**
 * A process of its own for lease.ts: a gateway on the PostgreSQL of the first argument, in front of the service at the second, whose worker never stops
 * sending requests. Each says which process sent it.
 */

const [url = '', address = ''] = process.argv.slice(2)

const send = globalThis.fetch
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('x-process', String(process.pid))
  return send(input, { ...init, headers })
}

const cause = { kind: 'drift', id: 'steady', title: 'Steady' } as const
/** Reads and changes, as every kind of work sends them. */
const steady: Task = {
  lateAfterMs: Infinity,
  run: async (action, work) => {
    const call = work.callFor(cause)
    for (let round = 0; round < 5; round++) {
      await call('accountRead', {})
      await call('messageSend', { params: { chatId: 1 }, body: { text: 'Doors at seven' } })
      await setTimeout(20)
    }
    return { outcome: 'done', note: '', next: { ...action, due: Date.now() } }
  },
}

const database = openDatabase<GatewayTables>({ url })
await migrateGatewayTables(database.query)
const installation = await installationId(database.query)
const keys = createKeys(Buffer.alloc(32, 1))
const { app, worker } = createGateway({
  upstream: { address },
  database,
  keys,
  sessions: createSessions(database.query, keys, createIdentity(installation, address), () => Math.floor(Date.now() / 1000)),
  origin: 'http://localhost:4173',
  profiles: createProfileStore(database.query),
  audit: { withMessageTexts: false, soundName: () => undefined },
  installation,
  worker: { isShared: true, name: `${hostname()}:${process.pid}` },
  tasks: { drift: steady },
  demo: null,
  isHealthy: () => isHealthy(database),
  appFolder: '.',
  log: pino({ level: 'silent' }),
})
await listen(app, '127.0.0.1', 0)
await worker.start()
process.send?.('ready')
process.once('disconnect', () => process.exit(0))
