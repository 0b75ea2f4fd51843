import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { figure } from '../../test-figure.ts'
import { companyBrowser, ticketOf } from '../testing/company-browser.ts'
import { companyClient, startCompanyProvider, type TestCompany } from '../testing/company-provider.ts'
import { startTeam, type TestTeam } from '../testing/team.ts'

/** Answers that a real provider never gave to this sign-in: each is refused, opens no session, and leaves no secret in the log. */

const redirectUri = 'http://localhost:4173/bff/company/callback'
const lee = { id: 'lee-1', email: 'lee@example.org', isVerified: true }

let company: TestCompany
let team: TestTeam
/** What nobody but the browser, the gateway and the provider may ever see. */
const secrets: string[] = [companyClient.clientSecret]

beforeAll(async () => {
  company = await startCompanyProvider([redirectUri], lee)
  team = await startTeam({ company: { issuer: company.issuer, ...companyClient } })
  await team.invite(team.ines, { name: 'Lee', email: lee.email })
})
afterAll(() => Promise.all([company.close(), team.close()]))
beforeEach(() => Object.assign(company.state, { account: lee, changeClaims: null, hasForeignKey: false, isCancelled: false }))
afterEach(() => {
  vi.useRealTimers()
  // Room for the next attempts.
  team.clock.ms += 61_000
})

const open = () => companyBrowser(team)
type Browser = ReturnType<typeof open>

/** Goes to the provider and stops before the way back. */
async function reachCallback(browser: Browser) {
  const address = await browser.start()
  const back = await browser.visitProvider(address)
  const at = (url: string, names: string[]) =>
    names.map((name) => new URL(url).searchParams.get(name) ?? '').filter((value) => value !== '')
  secrets.push(...at(address, ['state', 'nonce', 'code_challenge']), ...at(back, ['code']))
  return back
}

/** What the sign-in page is told, and the cookies that the browser then has. */
async function outcomeOf(browser: Browser, back: string) {
  const ticket = await ticketOf(await browser.comeBack(back))
  secrets.push(ticket)
  const answer = await browser.finish(ticket)
  const { message } = (await answer.json()) as { message: string }
  return { status: answer.status, message, cookies: [...browser.cookies.keys()] }
}

const refusal = (words: RegExp) => ({
  status: 403,
  message: expect.stringMatching(words) as unknown,
  // No session.
  cookies: ['roomkeeper-company'],
})

const changed = (address: string, name: string, value: string) => {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.href
}

const seconds = () => Math.floor(Date.now() / 1000)
const notVerified = /could not be verified/
const tooLate = /took too long, was used already, or began in another browser/

test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
  ['of another issuer', (claims) => ({ ...claims, iss: 'https://login.example.org' })],
  ['for another audience', (claims) => ({ ...claims, aud: 'another-client' })],
  ['for several audiences, issued to another', (claims) => ({ ...claims, aud: [companyClient.clientId, 'other'], azp: 'other' })],
  ['with another nonce', (claims) => ({ ...claims, nonce: 'of-another-sign-in' })],
  ['without a nonce', (claims) => ({ ...claims, nonce: undefined })],
  ['that has expired', (claims) => ({ ...claims, iat: seconds() - 600, exp: seconds() - 300 })],
  ['without a subject', (claims) => ({ ...claims, sub: undefined })],
  ['of another subject than its user info', (claims) => ({ ...claims, sub: 'ines-1' })],
])('an ID token %s is refused', async (_, changeClaims) => {
  const browser = open()
  const back = await reachCallback(browser)
  company.state.changeClaims = changeClaims
  expect(await outcomeOf(browser, back)).toEqual(refusal(notVerified))
})

test('an ID token signed with another key is refused', async () => {
  const browser = open()
  const back = await reachCallback(browser)
  company.state.hasForeignKey = true
  expect(await outcomeOf(browser, back)).toEqual(refusal(notVerified))
})

test.each([
  ['another state', (back: string) => changed(back, 'state', 'A'.repeat(43)), tooLate],
  ['no state', (back: string) => changed(back, 'state', ''), tooLate],
  ['the name of another provider', (back: string) => changed(back, 'iss', 'https://login.example.org'), notVerified],
  ['a code that was never issued', (back: string) => changed(back, 'code', 'B'.repeat(43)), tooLate],
])('an answer with %s is refused', async (_, change, words) => {
  const browser = open()
  expect(await outcomeOf(browser, change(await reachCallback(browser)))).toEqual(refusal(words))
})

test('an answer that another browser began is refused, and opens nothing in either', async () => {
  const [victim, attacker] = [open(), open()]
  const back = await reachCallback(attacker)
  expect(await outcomeOf(victim, back)).toEqual(refusal(tooLate))
  expect(await outcomeOf(attacker, back)).toEqual(refusal(tooLate))
})

test('a ticket works in the browser that earned it only', async () => {
  const browser = open()
  const ticket = await ticketOf(await browser.comeBack(await reachCallback(browser)))
  const thief = open()
  expect((await thief.finish(ticket)).status).toBe(403)
})

test('a replayed answer is refused, and so is its code with a fresh state', async () => {
  const browser = open()
  const back = await reachCallback(browser)
  expect((await browser.finish(await ticketOf(await browser.comeBack(back)))).status).toBe(200)
  const other = open()
  expect(await outcomeOf(other, back)).toEqual(refusal(tooLate))
  const fresh = open()
  const code = new URL(back).searchParams.get('code') ?? ''
  expect(await outcomeOf(fresh, changed(await reachCallback(fresh), 'code', code))).toEqual(refusal(tooLate))
})

test('a code that has expired is refused', async () => {
  const browser = open()
  const back = await reachCallback(browser)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect(await outcomeOf(browser, back)).toEqual(refusal(tooLate))
})

test('whoever stays at the provider for more than five minutes begins again', async () => {
  const browser = open()
  const back = await reachCallback(browser)
  team.clock.ms += 5 * 60_000 + 1000
  expect(await outcomeOf(browser, back)).toEqual(refusal(tooLate))
})

test('a person who cancels is told so', async () => {
  company.state.isCancelled = true
  const browser = open()
  expect(await outcomeOf(browser, await reachCallback(browser))).toEqual(refusal(/was cancelled/))
})

test('a sign-in that other sites begin is refused', async () => {
  const answer = await open().request('/bff/company/start', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(answer.status).toBe(403)
})

test('at another address than that of the dashboard the person is told where it works', async () => {
  const browser = open()
  const answer = await browser.request('http://127.0.0.1:4173/bff/company/start')
  const ticket = new URL(answer.headers.get('location') ?? '', redirectUri).searchParams.get('company') ?? ''
  expect(await (await browser.finish(ticket)).json()).toMatchObject({
    message: expect.stringContaining('http://localhost:4173 only') as unknown,
  })
})

test('a provider that names another issuer than the configured one is not used', async () => {
  const other = await startTeam({ company: { ...companyClient, issuer: company.issuer.replace('127.0.0.1', 'localhost') } })
  const answer = await companyBrowser(other).signIn()
  expect(await answer.json()).toMatchObject({ code: 'company_refused', message: expect.stringMatching(notVerified) as unknown })
  await other.close()
})

test('a provider that was down at the start is used as soon as it answers', async () => {
  await company.close()
  const other = await startTeam({ company: { issuer: company.issuer, ...companyClient } })
  await other.invite(other.ines, { name: 'Lee', email: lee.email })
  expect(await (await companyBrowser(other).signIn()).json()).toMatchObject({ code: 'company_unreachable' })
  await company.reopen()
  expect((await companyBrowser(other).signIn()).status).toBe(200)
  await other.close()
})

test('none of the secrets is in the log, and no session or state is stored as it was sent', async () => {
  const stored = JSON.stringify([
    await team.query.selectFrom('challenge').selectAll().execute(),
    await team.query.selectFrom('session').selectAll().execute(),
    await team.query.selectFrom('company_identity').selectAll().execute(),
  ])
  const all = [...secrets, ...company.state.issued]
  expect(all.length).toBeGreaterThan(60)
  expect(company.state.issued.length).toBeGreaterThan(10)
  const leaks = all.filter((secret) => team.logged.join('').includes(secret) || stored.includes(secret))
  figure('T3', leaks.length === 0, `${leaks.length} of ${all.length} secrets of company sign-ins in the log and in tables`)
  expect(leaks).toEqual([])
  expect(team.logged.filter((line) => line.includes('company-refused')).length).toBeGreaterThan(10)
})
