import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { gatewayApi } from '#contract/gateway/api.ts'
import { type DatabaseLocation, databaseFile } from '#db/open.ts'
import { createAccount, createToken, revokeToken } from '#service/accounts/accounts.ts'
import { runBackupCommand } from '#service/backup/backup.ts'
import { servicePart } from '#service/backup/service-part.ts'
import { environmentOf, onEveryEngine } from '#service/testing/databases.ts'
import { type Secret, heldBy } from '../test-secrets.ts'
import { gatewayPart } from './backup-part.ts'
import { companyBrowser, ticketOf } from './testing/company-browser.ts'
import { type TestCompany, companyClient, startCompanyProvider } from './testing/company-provider.ts'
import { mailPassword } from './notifications/test-receivers.ts'
import { deleteExpiredChallenges } from './access/secrets.ts'
import { type TestNotifications, startNotifications } from './notifications/test-notifications.ts'

/**
 * Every secret that the server is given or makes, through the endpoints that people use. None may be readable in a table, in the files of SQLite, in a
 * backup or in the log; and what is stored of those that have ended is in the files no more.
 */

/** What a table holds of a secret in its stead: whoever has the key file as well could read it. */
const sealedColumns = {
  session: 'sealed_token',
  team: 'sealed_token',
  standing_access: 'sealed_token',
  notification_channel: 'sealed',
  challenge: 'data',
} as const

const idOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)

onEveryEngine('secrets', (bench) => {
  let all: TestNotifications
  let company: TestCompany
  let place: DatabaseLocation
  let secrets: Secret[]
  let backups = 0

  beforeAll(async () => {
    company = await startCompanyProvider(['http://localhost:4173/bff/company/callback'], {
      id: 'lee-1',
      email: 'lee@example.org',
      isVerified: true,
    })
    all = await startNotifications('url' in bench.place ? bench.place : undefined, {
      company: { issuer: company.issuer, ...companyClient },
      audit: { withMessageTexts: true, soundName: () => undefined },
    })
    place = 'url' in bench.place ? bench.place : { folder: all.folder }
    // The provider’s clock agrees with the gateway’s.
    vi.useFakeTimers({ toFake: ['Date'], now: all.clock.ms })
    secrets = await makeAll()
  })
  afterAll(async () => {
    vi.useRealTimers()
    await Promise.all([company.close(), all.close()])
  })

  async function makeAll(): Promise<Secret[]> {
    const made: Secret[] = []
    const keep = (name: string, ...values: string[]) => {
      for (const value of values) made.push({ name, value })
    }
    keep('client secret of the company', companyClient.clientSecret)
    keep('password of the mail server', mailPassword)
    keep('access token', all.token)
    const ofAccount = await all.send('/api/account', { headers: { authorization: `Bearer ${all.token}` } })
    keep('token key', ((await ofAccount.json()) as { data: { tokenKey: string } }).data.tokenKey)
    keep('session with the token', idOf((await all.signIn()).cookie))
    const wrong = randomBytes(32).toString('base64url')
    await all.signIn({ token: wrong })
    for (const token of [wrong, `rk_scoped_${wrong}`]) await all.send('/api/chats', { headers: { authorization: `Bearer ${token}` } })
    await all.ask('', 'joinRead', { body: { secret: wrong } })
    keep('what was refused', wrong)

    keep('session before a confirmation', idOf(all.ines.cookie))
    const { token: replacing } = await createToken(all.database, { accountId: all.accountId })
    expect((await all.askConfirmed(all.ines, 'teamTokenReplace', { body: { token: replacing } })).status).toBe(200)
    keep('token that replaces one', replacing)
    expect((await all.askConfirmed(all.ines, 'standingTurnOn')).status).toBe(200)

    const tom = await all.invite(all.ines, { name: 'Tom', role: 'manager' })
    keep('link of an accepted invitation', tom.secret)
    const joined = await all.join(tom.secret)
    keep('recovery code', ...joined.codes, joined.codes[0]!.replaceAll('-', ''))
    keep('session of a person', idOf(joined.cookie), idOf((await all.recover(joined.codes[1]!)).cookie))
    keep('link of an open invitation', (await all.invite(all.ines, { name: 'Ada' })).secret)
    keep('challenge', (await all.get('', 'passkeySignInOptions')).data.challenge)
    keep('challenge', (await all.get(joined.cookie, 'myPasskeyOptions')).data.challenge)

    const body = { label: 'nightly', role: 'moderator', chats: [1], expiresInDays: 1 }
    const created = gatewayApi.scopedTokenCreate.response.parse(
      await (await all.askConfirmed(all.ines, 'scopedTokenCreate', { body })).json(),
    )
    keep('scoped token', created.data.secret.slice(-43))
    await all.send('/api/chats', { headers: { authorization: `Bearer ${created.data.secret}` } })

    await failToDeliver(keep)
    await signInAtCompany(keep)
    return made
  }

  /** Channels that fail, of receivers that answer with what they were asked for. */
  async function failToDeliver(keep: (name: string, ...values: string[]) => void) {
    const [signing, inPath, alone] = [1, 2, 3].map(() => randomBytes(24).toString('base64url')) as [string, string, string]
    keep('signing secret', signing)
    keep('address of a webhook', inPath, alone, alone.slice(0, 8))
    all.receiver.state.respond = ({ url = '', headers }, response) => {
      const known = headers['x-roomkeeper-signature'] === undefined ? '' : signing
      response.writeHead(500).end(`${JSON.stringify({ url }).replaceAll('/', '\\/')}: no hook ${url.split('/').at(-1)} ${known}`)
    }
    await all.addWebhook(['waveBegan'], { address: `http://${all.receiver.host}/hooks/T1/${inPath}?key=${inPath}`, secret: signing })
    const { id } = await all.addWebhook(['waveBegan'], { address: `http://${all.receiver.host}/${alone}`, shape: 'slack', secret: '' })
    await all.addChannel({ kind: 'email', name: 'Kim', personId: null }, ['waveBegan'])
    await all.happens('waveBegan')
    await all.pass()
    expect((await all.get(all.ines.cookie, 'notificationChannelTest', { params: { channelId: id } })).data.status).toBe(500)
    expect((await all.deliveries(all.ines.cookie)).map(({ result }) => result).toSorted()).toEqual(['250', '500', '500'])
  }

  async function signInAtCompany(keep: (name: string, ...values: string[]) => void) {
    await all.invite(all.ines, { name: 'Lee', email: 'lee@example.org' })
    const browser = companyBrowser(all)
    const atProvider = await browser.start()
    const back = await browser.visitProvider(atProvider)
    const ticket = await ticketOf(await browser.comeBack(back))
    expect((await browser.finish(ticket)).status).toBe(200)
    for (const name of ['state', 'nonce', 'code_challenge']) keep(`${name} of a sign-in`, new URL(atProvider).searchParams.get(name)!)
    keep('code of a sign-in', new URL(back).searchParams.get('code')!)
    keep('ticket of a sign-in', ticket)
    keep('cookie of a sign-in', ...browser.cookies.values())
    keep('token of the provider', ...company.state.issued)
    // Begun, and never finished.
    const other = companyBrowser(all)
    keep('state of a sign-in', new URL(await other.start()).searchParams.get('state')!)
    keep('cookie of a sign-in', ...other.cookies.values())
  }

  /** Everything that is stored and was logged. */
  async function everything(): Promise<[string, string | Buffer][]> {
    const tables = await all.query.introspection.getTables()
    const rows = await Promise.all(
      tables.map(async ({ name }): Promise<[string, string]> => {
        const found = await sql`select * from ${sql.table(name)}`.execute(all.query)
        return [`table ${name}`, JSON.stringify(found.rows)]
      }),
    )
    // First: the command empties the log of SQLite.
    const inFiles = files()
    const backup = join(all.folder, `backup-${++backups}`)
    await runBackupCommand([backup], environmentOf(place), [servicePart, gatewayPart])
    return [...rows, ...inFiles, ['backup', gunzipSync(readFileSync(backup))], ['log', all.logged.join('')]]
  }

  /** Those of SQLite. */
  function files(): [string, Buffer][] {
    if (!('folder' in place)) return []
    const database = databaseFile(place.folder)
    return ['', '-wal'].map((suffix) => [`file${suffix}`, readFileSync(database + suffix)])
  }

  const placesOf = (found: [string, string | Buffer][], wanted: readonly Secret[]) =>
    found.flatMap(([name, content]) => heldBy(content, wanted).map((held) => `${name}: ${held}`))

  test('none is readable in a table, a file, a backup or the log', async () => {
    expect(new Set(secrets.map(({ name }) => name)).size).toBeGreaterThan(20)
    expect(secrets.filter(({ value }) => value.length < 8)).toEqual([])
    expect(placesOf(await everything(), secrets)).toEqual([])
  })

  test('one that a person types where anyone may read it is found in each place', async () => {
    const typed = ['scoped token', 'client secret of the company'].map((name) => secrets.find((secret) => secret.name === name)!)
    const inBase64 = Buffer.from(`: ${typed[0]!.value}`).toString('base64')
    await createAccount(all.database, { email: 'else@example.org', name: inBase64, rooms: 1 })
    await createAccount(all.database, { email: 'else@example.org', name: Buffer.from(typed[1]!.value).toString('hex'), rooms: 1 })
    const found = await everything()
    for (const { name } of typed)
      expect(placesOf(found, secrets).filter((hit) => hit.endsWith(name))).toEqual(
        ['table account', ...('folder' in place ? ['file-wal'] : []), 'backup'].map((where) => `${where}: ${name}`),
      )
    await all.database.query.deleteFrom('account').where('email', '=', 'else@example.org').execute()
  })

  test('what was stored of a secret that has ended is in no file any more', async () => {
    const sealed = await sealedTexts()
    expect(new Set(sealed.map(({ name }) => name))).toEqual(new Set(Object.keys(sealedColumns)))
    const { cookie } = await all.signInWith(all.ines.device)
    const ines = { ...all.ines, cookie }
    for (const { id } of await all.channels()) await all.get(cookie, 'notificationChannelDelete', { params: { channelId: id } })
    for (const { id } of (await all.get(cookie, 'teamRead')).data.invitations)
      await all.get(cookie, 'invitationRevoke', { params: { invitationId: id } })
    for (const { id } of (await all.get(cookie, 'scopedTokenList')).data)
      await all.get(cookie, 'scopedTokenRevoke', { params: { tokenId: id } })
    await all.get(cookie, 'standingTurnOff')
    expect((await all.askConfirmed(ines, 'teamTurnOff')).status).toBe(200)
    for (const { id } of await all.database.query.selectFrom('token').select('id').execute()) await revokeToken(all.database, id)
    all.clock.ms += 8 * 24 * 60 * 60_000
    await all.sessions.deleteExpired()
    await deleteExpiredChallenges(all.query, all.now())
    await all.database.emptyLog()
    expect(await sealedTexts()).toEqual([])
    expect(placesOf(await everything(), [...secrets, ...sealed])).toEqual([])
  })

  async function sealedTexts(): Promise<Secret[]> {
    const texts = await Promise.all(
      Object.entries(sealedColumns).map(async ([name, column]) => {
        const { rows } = await sql<{ value: string }>`select ${sql.ref(column)} as value from ${sql.table(name)}`.execute(all.query)
        return rows.filter(({ value }) => value !== '').map(({ value }) => ({ name, value }))
      }),
    )
    return texts.flat()
  }
})
