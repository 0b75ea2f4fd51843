import { hostname } from 'node:os'
import { pino } from 'pino'
import { isHealthy } from '#db/health.ts'
import { installationId } from '#db/installation.ts'
import { type Database, openDatabase } from '#db/open.ts'
import { createProfileStore } from '#gateway/forward/service-profile.ts'
import { createGateway } from '#gateway/gateway.ts'
import { createIdentity } from '#gateway/session/require-session.ts'
import { createKeys } from '#gateway/session/seal.ts'
import { createSessions } from '#gateway/session/sessions.ts'
import type { GatewayTables } from '#gateway/database/database.ts'
import { createApp } from '#service/app.ts'
import { sounds } from '#service/chats/chat-settings.ts'
import type { Tables } from '#service/tables.ts'

/**
 * A process of its own for preset-timers.ts: a gateway with its service on the PostgreSQL of the first argument, whose worker works. A message sets its
 * clock, as milliseconds beside the right time.
 */

const [url = ''] = process.argv.slice(2)
let shift = 0
process.on('message', (message) => {
  shift = Number(message)
})
const nowMs = () => Date.now() + shift

const database = openDatabase<Tables>({ url })
// One connection for two parts with their own tables; the type of a database names the tables of one part.
const own = database as unknown as Database<GatewayTables>
const installation = await installationId(own.query)
const keys = createKeys(Buffer.alloc(32, 1))
const { worker } = createGateway({
  upstream: { service: createApp({ database, now: nowMs, rateLimit: 1_000_000 }) },
  database: own,
  keys,
  sessions: createSessions(own.query, keys, createIdentity(installation, ''), () => Math.floor(nowMs() / 1000)),
  origin: 'http://localhost:4173',
  profiles: createProfileStore(own.query),
  audit: { withMessageTexts: false, soundName: (sound) => sounds[sound] },
  installation,
  worker: { isShared: true, name: `${hostname()}:${process.pid}` },
  demo: null,
  isHealthy: () => isHealthy(database),
  appFolder: '.',
  log: pino({ level: 'silent' }),
  nowMs,
})
await worker.start()
process.send?.('ready')
process.once('disconnect', () => process.exit(0))
