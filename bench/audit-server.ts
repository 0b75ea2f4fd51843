import { type Database, openDatabase } from '#db/open.ts'
import { installationId } from '#db/installation.ts'
import { isHealthy } from '#db/health.ts'
import { createProfileStore } from '#gateway/forward/service-profile.ts'
import { createGateway } from '#gateway/gateway.ts'
import { listen } from '#gateway/server/serve.ts'
import { createIdentity } from '#gateway/session/require-session.ts'
import { createKeys } from '#gateway/session/seal.ts'
import { createSessions } from '#gateway/session/sessions.ts'
import { type GatewayTables, migrateGatewayTables } from '#gateway/database/database.ts'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { createApp } from '#service/app.ts'
import { sounds } from '#service/chats/chat-settings.ts'
import { generateChats } from '#service/demo/generate.ts'
import { prepareService } from '#service/prepare.ts'
import type { Tables } from '#service/tables.ts'
import { pino } from 'pino'

/** A process of its own for audit-writes.ts: a gateway with the audit log on or off, in the folder given first. Reports its address, a token and a chat. */

const [folder = '', mode = 'on'] = process.argv.slice(2)
const database = openDatabase<Tables>({ folder })
const own = database as unknown as Database<GatewayTables>
await prepareService(database)
await migrateGatewayTables(own.query)
const installation = await installationId(own.query)
const keys = createKeys(Buffer.alloc(32, 1))
const now = () => Math.floor(Date.now() / 1000)
const accountId = await createAccount(database, { email: 'bench@example.org', name: 'Bench' })
const { token } = await createToken(database, { accountId, label: 'bench' })
const { chatIds } = await generateChats(database, { accountId, chats: 1, messages: 10, now: Date.now() })
const { app } = createGateway({
  upstream: { service: createApp({ database, rateLimit: 1_000_000_000 }) },
  database: own,
  keys,
  sessions: createSessions(own.query, keys, createIdentity(installation, ''), now),
  origin: 'http://localhost:4173',
  profiles: createProfileStore(own.query),
  audit: mode === 'on' ? { withMessageTexts: false, soundName: (sound) => sounds[sound] } : null,
  installation,
  worker: { isShared: false, name: 'bench' },
  demo: null,
  isHealthy: () => isHealthy(database),
  appFolder: folder,
  log: pino({ level: 'silent' }),
})
const { address } = await listen(app, '127.0.0.1', 0)
process.send?.({ address, token, chatId: chatIds[0] })
process.once('disconnect', () => process.exit(0))
