import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { extname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { isOpenToOthers, lockFolder } from '#db/data-folder.ts'
import { createHealthCheck, createReadyCheck } from '#db/health.ts'
import { installationId } from '#db/installation.ts'
import { messageOf } from '#db/errors.ts'
import { type Database, openDatabase } from '#db/open.ts'
import type { AnyTables } from '#db/part.ts'
import { commandLine } from '#db/release.ts'
import { upgrade } from '#db/upgrade.ts'
import { createDemoToken, deleteExpiredDemoTokens } from '#service/accounts/accounts.ts'
import { sealTokenKeys } from '#service/accounts/token-keys.ts'
import { type LogEntry, createApp } from '#service/app.ts'
import { backUpBeforeMigration } from '#service/backup/backup.ts'
import { servicePart } from '#service/backup/service-part.ts'
import { chatIdsOf } from '#service/chats/archive.ts'
import { sounds } from '#service/chats/chat-settings.ts'
import { deleteExpiredKeys } from '#service/idempotency/idempotency.ts'
import { prepareService } from '#service/prepare.ts'
import type { Tables } from '#service/tables.ts'
import { gatewayPart } from './backup-part.ts'
import { type Settings, misspelled, readSettings } from './env.ts'
import { createProfileStore } from './forward/service-profile.ts'
import { createGateway } from './gateway.ts'
import { createLog, redact } from './log.ts'
import { explainStartError } from './start-error.ts'
import { createFront, listen, shutDown, stop } from './server/serve.ts'
import { createIdentity } from './session/require-session.ts'
import { createSessions } from './session/sessions.ts'
import { type Demo, demoSeconds } from './session/describe-session.ts'
import { type Keys, tokenKeySeal } from './session/seal.ts'
import type { GatewayTables } from './database/database.ts'
import { keepAuditLog } from './audit/upkeep.ts'
import { planAll } from './hours/plan-hours.ts'
import { deleteExpiredChallenges } from './access/secrets.ts'
import { prepareDemoRules } from './rules/demo-rules.ts'
import { createDrawer, startDrawing } from './server/drawer.ts'
import { matchingThread } from './rules/matching/matching-thread.ts'
import { startBacktestThread, startRulesThread } from './rules/start-thread.ts'
import { openKeys, requireKeys } from './access/team-keys.ts'

/** Both the source and the build are two folders below the root. */
const appFolder = join(import.meta.dirname, '../../dist/app')
const drawFile = join(import.meta.dirname, '../../dist/draw/draw.js')
/** Beside this file, also in the build. */
const threadFile = (name: string) => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)
const sweepIntervalMs = 10 * 60_000
/** How soon a changed line of the audit log is noticed. */
const auditIntervalMs = 60_000
const now = () => Math.floor(Date.now() / 1000)

async function main() {
  // New files are accessible to this user only, including the database, whose driver sets no mode.
  process.umask(0o077)
  // Otherwise V8 lets what is no longer used grow to three times what is, wherever there is memory (docs/decisions.md).
  setFlagsFromString('--heap-growing-percent=50')
  const settings = readSettings(process.env, process.stdout.isTTY)
  const log = createLog(settings.logLevel)
  for (const { name, meant } of misspelled(process.env))
    log.warn({ event: 'settings', name }, `${name} is not a setting: is it meant as ${meant}?`)
  // Before anything else: a second process must not modify a folder that is locked. Several may share one PostgreSQL.
  const unlock = 'folder' in settings.database ? lockFolder(settings.database.folder) : undefined
  if ('folder' in settings.database && isOpenToOthers(settings.database.folder))
    log.warn({ event: 'open-folder', folder: settings.database.folder }, 'other users can read the data folder: run chmod -R go= on it')
  // So that health checks find the process while the tables are migrated.
  const front = createFront()
  const { server, address } = await listen(front, settings.host, settings.port)
  const database = openDatabase<Tables>(settings.database)
  // One connection for two parts with their own tables; the type of a database names the tables of one part.
  const own = database as unknown as Database<GatewayTables>
  const all = database as unknown as Database<AnyTables>
  if ('url' in settings.database) await connect(database)
  await upgradeTables(all, own.query, settings, log, () => front.setPhase('migrating'))
  front.setPhase('starting')
  const keys = await openKeys(own.query, settings)
  const installation = await installationId(own.query)
  const identity = createIdentity(installation, settings.remote ?? '')
  const sessions = createSessions(own.query, keys, identity, now)
  const { upstream, demo } =
    settings.remote === null
      ? await ownService(settings, database, keys, log)
      : { upstream: { address: settings.remote, maxAnswerMiB: settings.maxAnswerMiB }, demo: null }
  let phase: 'starting' | 'ready' | 'stopping' = 'starting'
  const hasTables = createReadyCheck(all, partsUsed(settings))
  const limit = settings.signInLimit === undefined ? {} : { signInLimit: settings.signInLimit }
  const { trustedProxies } = settings
  // Its packages are loaded only where somebody reads the metrics.
  const metrics =
    settings.metrics && (await import('./metrics/open-metrics.ts')).openMetrics(settings.metrics, kindOf(settings), own, () => worker)
  const drawer = existsSync(drawFile) ? createDrawer(startDrawing(drawFile), log) : null
  const matching = matchingThread({ start: (data) => startRulesThread(threadFile('rules-thread'), data) })
  const { app, worker, sender, jobRunner, stopBacktests, standing } = createGateway({
    upstream,
    demo,
    database: own,
    keys,
    sessions,
    origin: settings.origin ?? `http://localhost:${settings.port}`,
    company: settings.company,
    profiles: createProfileStore(own.query),
    audit: {
      withMessageTexts: settings.auditMessageTexts,
      soundName: (sound) => (settings.remote === null ? sounds[sound] : undefined),
    },
    installation,
    worker: { isShared: 'url' in settings.database, name: `${hostname()}:${settings.port}` },
    backtest: {
      database: settings.database,
      startThread: (job) => startBacktestThread(threadFile('backtest-thread'), job),
      chatIds: (accountId) => chatIdsOf(database.query, accountId),
    },
    matching,
    drawer,
    mail: settings.mail,
    allowedHosts: settings.notifyHosts,
    isHealthy: createHealthCheck(database),
    isReady: async () => phase === 'ready' && (await hasTables()),
    appFolder,
    log,
    trustedProxies,
    metrics,
    serviceLimit: settings.rateLimit,
    ...limit,
  })
  const ofMetrics = metrics?.server && (await listen(metrics.server, settings.metrics?.host ?? settings.host, settings.metrics?.port ?? 0))
  if (ofMetrics) log.info({ event: 'metrics', address: ofMetrics.address }, 'metrics are read here')

  const cleanups = settings.remote === null ? [deleteExpiredKeys, deleteExpiredDemoTokens] : []
  const deleteExpired = () =>
    Promise.all([sessions.deleteExpired(), deleteExpiredChallenges(own.query, now()), ...cleanups.map((forget) => forget(database))])
  const sweep = () =>
    deleteExpired().catch((error: unknown) => log.error({ err: error }, 'expired sessions, keys and tokens could not be deleted'))
  void sweep()
  const sweeping = setInterval(sweep, sweepIntervalMs)
  const { auditRetentionDays: retentionDays } = settings
  const keepLog = () =>
    keepAuditLog({ database: own, keys, log, nowMs: Date.now, retentionDays })
      .catch((error: unknown) => log.error({ err: error }, 'the audit log could not be checked'))
      .finally(keepLater)
  // Not at intervals: a long log takes longer than one.
  let keeping: NodeJS.Timeout
  const keepLater = () => void (keeping = setTimeout(keepLog, auditIntervalMs).unref())
  keepLater()

  const planHours = (isStart: boolean) =>
    planAll(own.query, Date.now, isStart).catch((error: unknown) => log.error({ err: error }, 'opening hours could not be planned'))
  await planHours(true)
  const planning = setInterval(() => planHours(false), sweepIntervalMs)
  if (demo)
    await prepareDemoRules({
      database: own,
      standing,
      account: { workspace: identity(demo.accountId), accountId: demo.accountId },
      chatIds: await chatIdsOf(database.query, demo.accountId),
      makeToken: () => demo.makeToken(now() + demoSeconds),
      nowMs: Date.now,
    })
  await worker.start()
  sender.start()
  jobRunner.start()
  const endWave = demo && settings.demoWave ? await beginWave(database, demo.accountId, log) : () => {}

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      phase = 'stopping'
      log.info({ event: 'stop', signal }, 'stopping')
      clearInterval(sweeping)
      clearTimeout(keeping)
      clearInterval(planning)
      endWave()
      stopBacktests()
      await shutDown(
        [
          // The worker gives the lease back, without which nothing is recorded as sent.
          () => Promise.all([stop(server), ofMetrics && stop(ofMetrics.server), jobRunner.stop(), sender.stop().then(worker.stop)]),
          matching.close,
          async () => drawer?.close(),
          database.close,
        ],
        log,
      )
      unlock?.()
      process.exit(0)
    })
  }
  phase = 'ready'
  front.open(app)
  // Last: whoever reads that it is ready may stop it at once.
  console.log(welcome(address, settings.remote, demo))
}

/** The first statement: whatever fails is the connection. The driver's messages do not contain the password. */
async function connect(database: Database<Tables>): Promise<void> {
  try {
    await database.probe()
  } catch (error) {
    throw new Error(
      `PostgreSQL cannot be used (${messageOf(error)}): check that it runs, and the host, user, password and name in DATABASE_URL`,
      {
        cause: error,
      },
    )
  }
}

/** In front of a remote service there are no tables of our own. */
const partsUsed = ({ remote }: Settings) => (remote === null ? [gatewayPart, servicePart] : [gatewayPart])

async function upgradeTables(
  database: Database<AnyTables>,
  query: Database<GatewayTables>['query'],
  settings: Settings,
  log: Logger,
  onMigrate: () => void,
): Promise<void> {
  const { migrationBackups: folder } = settings
  let startedMs: number | null = null
  await upgrade(database, 'url' in settings.database, {
    parts: partsUsed(settings),
    check: () => requireKeys(query, settings),
    backUp: async () => {
      onMigrate()
      startedMs = performance.now()
      if (folder === null) return log.warn({ event: 'migration' }, 'the tables are migrated without a backup (MIGRATION_BACKUP=off)')
      log.warn({ event: 'migration', folder }, 'making a backup before the tables are migrated; with millions of messages it takes minutes')
      const file = await backUpBeforeMigration(database, folder, [servicePart, gatewayPart])
      log.warn({ event: 'migration', file }, 'the backup is complete; the tables are now migrated')
    },
    onWait: () => {
      onMigrate()
      log.warn({ event: 'migration' }, 'waiting for another gateway, which is migrating the database')
    },
  })
  if (startedMs !== null)
    log.warn({ event: 'migration', seconds: Math.round((performance.now() - startedMs) / 1000) }, 'the migration is complete')
}

const kindOf = ({ database, remote }: Settings) =>
  ({ database: 'url' in database ? 'postgres' : 'sqlite', service: remote === null ? 'bundled' : 'remote' }) as const

async function ownService(settings: Settings, database: Database<Tables>, keys: Keys, log: Logger) {
  await prepareService(database)
  const tokenKeys = tokenKeySeal(keys)
  const lost = await sealTokenKeys(database, tokenKeys, settings.forgetsTeamTokens)
  if (lost > 0)
    log.warn({ event: 'token-keys', lost }, 'no key file here opens some token keys: put the right one back (docs/operations.md)')
  const service = createApp({
    database,
    tokenKeys,
    log: (entry) => logRequest(log, entry),
    ...(settings.rateLimit === undefined ? {} : { rateLimit: settings.rateLimit }),
  })
  return { upstream: { service }, demo: settings.demo === 'off' ? null : await openDemo(database, settings.demo === 'public') }
}

async function openDemo(database: Database<Tables>, isPublic: boolean): Promise<Demo | null> {
  // The demo's texts are loaded only when needed.
  const { ensureDemoAccount } = await import('#service/demo/demo-account.ts')
  const demo = await ensureDemoAccount(database, { now: Date.now() })
  return demo && { ...demo, isPublic, makeToken: (expires) => createDemoToken(database, demo.accountId, expires) }
}

async function beginWave(database: Database<Tables>, accountId: number, log: Logger) {
  const { startLiveWave } = await import('#service/demo/live-wave.ts')
  return startLiveWave(database, accountId, Date.now, (error) => log.error({ err: error }, 'the wave of the demo ended early'))
}

/** Refusals and deletions at `info`, other requests at `debug`. */
function logRequest(log: Logger, { level, error, ...entry }: LogEntry) {
  const isDeletion = entry.method === 'DELETE' || entry.endpoint === 'messageDeleteSome'
  const logLevel = level === 'error' ? 'error' : level === 'warn' || isDeletion ? 'info' : 'debug'
  const params = Object.fromEntries(Object.entries(entry.params).map(([name, value]) => [name, redact(value)]))
  log[logLevel]({ event: 'request', ...entry, params, ...(error === undefined ? {} : { err: error }) }, 'service')
}

function welcome(address: string, remote: string | null, demo: Demo | null): string {
  const ways = [
    ...(demo ? ['press "Open demo"'] : []),
    remote === null
      ? `sign in with a token, created by this command: ${commandLine('account')} create --email you@example.org --name "Your name"`
      : `sign in with a token of ${remote}`,
  ]
  return `\n  Roomkeeper is ready at ${address}\n  Open it and ${ways.join(',\n  or ')}\n`
}

main().catch((error: unknown) => {
  console.error(explainStartError(error))
  process.exit(1)
})
