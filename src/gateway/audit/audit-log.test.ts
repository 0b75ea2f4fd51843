import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#db/open.ts'
import { Refusal } from '#http/refusal.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { migrateGatewayTables, type GatewayTables } from '../database/database.ts'
import { createAuditLog, type AuditLog, type Outcome } from './audit-log.ts'
import { verifyAll } from './chain.ts'
import { hashOf, noHash, rowOf, type NewLine } from './line.ts'
import { entryData, linesOf } from './test-audit.ts'

const silent = pino({ level: 'silent' })
const done = (): Outcome => ({ outcome: 'done', message: '', status: 200 })

onEveryEngine('The audit log', (bench) => {
  let database: Database<GatewayTables>
  beforeAll(async () => {
    database = bench.database as unknown as Database<GatewayTables>
    await migrateGatewayTables(database.query)
  })

  const logOn = (on = database, retryWaitsMs = [0, 0, 0]): AuditLog =>
    createAuditLog({ database: on, log: silent, nowMs: () => bench.clock.now, retryWaitsMs })
  const change = (log: AuditLog, workspace: string, subject: string, send = async () => subject) =>
    log.change({ workspace, data: entryData({ subject }) }, send, done)

  test('each change has one line before it is sent and one with its outcome after, and every line the hash of the one before', async () => {
    const gateways = [logOn(), logOn(), logOn()]
    const subjects = Array.from({ length: 150 }, (_, index) => `${index}`)
    const lineBefore: boolean[] = []
    await Promise.all(
      subjects.map((subject, index) =>
        change(gateways[index % 3]!, 'chain', subject, async () => {
          const lines = await linesOf(database, 'chain')
          lineBefore.push(lines.some(({ kind, text }) => kind === 'entry' && JSON.parse(text).subject === subject))
          return subject
        }),
      ),
    )
    expect(lineBefore).toEqual(subjects.map(() => true))
    const lines = await linesOf(database, 'chain')
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
    let hash = noHash
    for (const line of lines) {
      hash = hashOf(hash, line.text)
      expect(line.hash).toBe(hash)
    }
    for (const entry of lines.filter(({ kind }) => kind === 'entry'))
      expect(lines.filter(({ kind, entry: of }) => kind === 'outcome' && of === entry.line).map(({ outcome }) => outcome)).toEqual(['done'])
    const head = await database.query.selectFrom('audit_head').selectAll().where('workspace', '=', 'chain').executeTakeFirst()
    expect(head).toMatchObject({ line: 300, hash, entries: 150 })
  })

  test('changes that arrive together share transactions', async () => {
    let transactions = 0
    const counted: typeof database = { ...database, transaction: (work) => (transactions++, database.transaction(work)) }
    const log = logOn(counted)
    await Promise.all(Array.from({ length: 100 }, (_, index) => change(log, 'grouped', `${index}`)))
    expect(transactions).toBeLessThan(20)
    expect(await linesOf(database, 'grouped')).toHaveLength(200)
  })

  test('what two accounts change at once stays apart', async () => {
    const log = logOn()
    await Promise.all(['left', 'right', 'left', 'right'].map((workspace) => change(log, workspace, workspace)))
    for (const workspace of ['left', 'right'])
      expect(
        (await linesOf(database, workspace)).filter(({ kind }) => kind === 'entry').map(({ text }) => JSON.parse(text).subject),
      ).toEqual([workspace, workspace])
  })

  test('nothing is sent where the line before it cannot be written', async () => {
    const failing: typeof database = { ...database, transaction: () => Promise.reject(new Error('disk full')) }
    let isSent = false
    const answer = change(logOn(failing), 'unwritten', 'x', async () => {
      isSent = true
      return ''
    })
    // The page knows by this code that nothing was sent.
    await expect(answer).rejects.toMatchObject({ code: 'busy', status: 503 })
    expect(isSent).toBe(false)
  })

  test('an answer is passed on although its outcome cannot be written at first; it is written later', async () => {
    let attempts = 0
    let connect = () => {}
    const connected = new Promise<void>((resolve) => (connect = resolve))
    let report = () => {}
    const written = new Promise<void>((resolve) => (report = resolve))
    // The line before it, two attempts that fail, and one that waits for the connection.
    const flaky: typeof database = {
      ...database,
      transaction: async (work) => {
        const attempt = ++attempts
        if (attempt === 2 || attempt === 3) throw new Error('no connection')
        if (attempt === 4) await connected
        return database.transaction(work).finally(() => attempt === 4 && report())
      },
    }
    expect(await change(logOn(flaky), 'flaky', 'x', async () => 'saved')).toBe('saved')
    expect((await linesOf(database, 'flaky')).map(({ kind }) => kind)).toEqual(['entry'])
    connect()
    await written
    expect((await linesOf(database, 'flaky')).map(({ outcome }) => outcome)).toEqual(['', 'done'])
  })

  test('a refusal is an outcome, and an error says that it is unknown', async () => {
    const log = logOn()
    await expect(change(log, 'errors', 'a', () => Promise.reject(new Refusal('plan_full', 'No room')))).rejects.toThrow('No room')
    await expect(change(log, 'errors', 'b', () => Promise.reject(new Refusal('upstream_timeout', 'No answer')))).rejects.toThrow(
      'No answer',
    )
    await expect(change(log, 'errors', 'c', () => Promise.reject(new Error('reset')))).rejects.toThrow('reset')
    const outcomes = (await linesOf(database, 'errors')).filter(({ kind }) => kind === 'outcome').map(({ text }) => JSON.parse(text))
    expect(outcomes).toMatchObject([
      { outcome: 'refused', message: 'No room' },
      { outcome: 'unknown', message: 'No answer' },
      { outcome: 'unknown', message: '' },
    ])
  })

  /** A service that remembers what it has carried out, for a day. */
  function rememberingService() {
    const carriedOut = new Map<string, number>()
    return async (key: string): Promise<Outcome> => {
      const isReplayed = (carriedOut.get(key) ?? Number.NEGATIVE_INFINITY) > bench.clock.now - 24 * 3_600_000
      if (!isReplayed) carriedOut.set(key, bench.clock.now)
      return { ...done(), ...(isReplayed && { isReplayed }) }
    }
  }
  const keyed = (workspace: string, send: () => Promise<Outcome>, log = logOn()) =>
    log.change({ workspace, data: entryData({ requestKey: 'k1' }) }, send, (outcome) => outcome)
  const kindsOf = async (workspace: string) =>
    (await linesOf(database, workspace)).map(({ kind, outcome, entry }) => [kind, outcome, entry])

  test('a request that is sent again with its key is one entry with one outcome, also through another gateway', async () => {
    const service = rememberingService()
    const post = () => keyed('keyed', () => service('k1'))
    await expect(keyed('keyed', () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
    await Promise.all([post(), post()])
    await post()
    await expect(keyed('keyed', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
    expect(await kindsOf('keyed')).toEqual([
      ['entry', '', 1],
      ['outcome', 'unknown', 1],
      ['outcome', 'done', 1],
    ])
  })

  test('a request that is sent again when the service has forgotten its key is a change of its own', async () => {
    const service = rememberingService()
    await keyed('forgotten', () => service('k1'))
    bench.clock.now += 24 * 3_600_000 + 1000
    await keyed('forgotten', () => service('k1'))
    await keyed('forgotten', () => service('k1'))
    expect(await kindsOf('forgotten')).toEqual([
      ['entry', '', 1],
      ['outcome', 'done', 1],
      ['entry', '', 3],
      ['outcome', 'done', 3],
    ])
    // Also where it forgets early, as after a restored backup.
    await keyed('forgotten', () => rememberingService()('k1'))
    expect((await kindsOf('forgotten')).slice(4)).toEqual([
      ['entry', '', 5],
      ['outcome', 'done', 5],
    ])
  })

  test('a refusal never stands for a success, nor a success for a refusal', async () => {
    const service = rememberingService()
    const refuse = () => keyed('refused', async () => ({ outcome: 'refused', message: 'too many requests', status: 429 }))
    await refuse()
    await keyed('refused', () => service('k1'))
    await refuse()
    bench.clock.now += 24 * 3_600_000 + 1000
    await refuse()
    await keyed('refused', () => service('k1'))
    expect((await kindsOf('refused')).filter(([kind]) => kind === 'outcome').map(([, outcome]) => outcome)).toEqual([
      'refused',
      'done',
      'refused',
      'refused',
      'done',
    ])
    expect(new Set((await kindsOf('refused')).map(([, , entry]) => entry)).size).toBe(5)
  })

  test('what was carried out twice at once is one entry, whichever answer comes first', async () => {
    for (const [workspace, order] of [
      ['executed first', ['executed', 'replayed']],
      ['replayed first', ['replayed', 'executed']],
    ] as const) {
      const answers = new Map<string, (outcome: Outcome) => void>()
      const log = logOn()
      const sent = ['executed', 'replayed'].map((name) => keyed(workspace, () => new Promise((resolve) => answers.set(name, resolve)), log))
      await expect.poll(() => answers.size).toBe(2)
      for (const [index, name] of order.entries()) {
        answers.get(name)!({ ...done(), ...(name === 'replayed' && { isReplayed: true }) })
        await Promise.race(sent)
        if (index === 0) await expect.poll(() => kindsOf(workspace)).toHaveLength(2)
      }
      await Promise.all(sent)
      expect(await kindsOf(workspace)).toEqual([
        ['entry', '', 1],
        ['outcome', 'done', 1],
      ])
    }
  })

  test('gateways that are killed at any moment leave exactly one entry with its outcome for each acknowledged change', async () => {
    /** A gateway of which nothing is heard any more after so many transactions, of which the last is or is not committed. */
    const mortal = (transactions: number) => {
      let left = transactions
      const never = new Promise<never>(() => {})
      const killed = new Promise<'killed'>((resolve) => {
        const transaction: typeof database.transaction = async (work) => {
          if (left-- > 0) return database.transaction(work)
          if (left === -1 && transactions % 2 === 0) await database.transaction(work)
          resolve('killed')
          return never
        }
        log = logOn({ ...database, transaction })
      })
      return { killed, log }
    }
    let log!: AuditLog
    const acknowledged: string[] = []
    const service = rememberingService()
    let gateways = [3, 4, 5].map(mortal)
    const send = async (subject: string, gateway: number): Promise<void> => {
      const { killed, log: to } = gateways[gateway % 3]!
      const data = entryData({ subject, requestKey: subject })
      const answer = await Promise.race([
        killed,
        to.change(
          { workspace: 'mortal', data },
          () => service(subject),
          (outcome) => outcome,
        ),
      ])
      if (answer !== 'killed') return void acknowledged.push(subject)
      gateways = gateways.map((one) => (one.log === to ? mortal(2 + (acknowledged.length % 7)) : one))
      // As the dashboard does, with the same key at the next one.
      return send(subject, gateway + 1)
    }
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 10 }, (_, index) => send(`${round}-${index}`, index)))
    expect(acknowledged).toHaveLength(200)
    const lines = await linesOf(database, 'mortal')
    const entries = lines.filter(({ kind }) => kind === 'entry')
    expect(entries.map(({ request_key }) => request_key).toSorted((a, b) => a!.localeCompare(b!))).toEqual(
      acknowledged.toSorted((a, b) => a.localeCompare(b)),
    )
    const told = lines.filter(({ outcome }) => outcome === 'done').map(({ entry }) => entry)
    expect(new Set(told).size).toBe(told.length)
    expect(new Set(told)).toEqual(new Set(entries.map(({ line }) => line)))
    expect((await database.snapshot((query) => verifyAll(query, 'mortal', null))).problem).toBeNull()
  })

  test.each([
    ['a NUL and half an emoji', 'a\0b\ud83d'],
    ['a long text', '🙂'.repeat(30_000)],
    ['quotes', `'"\\%_`],
  ])('%s in a text is stored and can be read again', async (_, text) => {
    const workspace = `texts ${text.length}`
    const data = entryData({ subject: text, chatName: text, changes: [{ name: 'welcome', before: text, after: null }] })
    await logOn().change({ workspace, data }, async () => '', done)
    const [line] = await linesOf(database, workspace)
    expect(JSON.parse(line!.text)).toMatchObject({ subject: text, changes: [{ before: text, after: null }] })
    const added: NewLine = { kind: 'entry', workspace, at: line!.at, data }
    expect({ ...rowOf(added, 1), hash: line!.hash }).toEqual(line)
  })
})
