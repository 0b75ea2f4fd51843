import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatewayApi } from '#contract/gateway/api.ts'
import { companyBrowser } from '../testing/company-browser.ts'
import { companyClient, startCompanyProvider, type TestCompany } from '../testing/company-provider.ts'
import { startTeam, type TestTeam } from '../testing/team.ts'

/** Step-up authentication with a fresh sign-in at the company. */

const ana = { id: 'ana-1', email: 'ana@example.org', isVerified: true }

let company: TestCompany
let team: TestTeam
let browser: ReturnType<typeof companyBrowser>
beforeEach(async () => {
  company = await startCompanyProvider(['http://localhost:4173/bff/company/callback'], ana)
  team = await startTeam({ company: { issuer: company.issuer, ...companyClient } })
  // The provider’s clock agrees with the gateway’s.
  vi.useFakeTimers({ toFake: ['Date'], now: team.clock.ms })
  await team.invite(team.ines, { name: 'Ana', email: ana.email, role: 'owner' })
  browser = companyBrowser(team)
  await browser.signIn()
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all([company.close(), team.close()])
})

const body = async (answer: Response) => [answer.status, await answer.json()] as const
const codes = () => browser.ask('myRecoveryCodesCreate', {})
const refusal = (words: RegExp) => [403, expect.objectContaining({ message: expect.stringMatching(words) as unknown })]
const unconfirmed = [403, expect.objectContaining({ code: 'fresh_token_needed' })]

test('a fresh sign-in confirms what it was asked for, for five minutes, and gives the session a new id', async () => {
  expect(await body(await codes())).toEqual(unconfirmed)
  const id = browser.cookies.get('roomkeeper')
  expect(await body(await browser.confirm('myRecoveryCodesCreate'))).toEqual([200, { status: true, data: { isConfirmed: true } }])
  expect(browser.cookies.get('roomkeeper')).not.toBe(id)
  expect((await codes()).status).toBe(200)
  expect(await body(await browser.ask('personRemove', {}, { personId: team.ines.id }))).toEqual(unconfirmed)
  team.clock.ms += 5 * 60_000 + 1000
  expect(await body(await codes())).toEqual(unconfirmed)
})

test('it is not confirmed before the person has come back, nor twice', async () => {
  const options = await browser.ask('confirmCompanyOptions', { for: ['myRecoveryCodesCreate /me/recovery-codes'] })
  const { data } = gatewayApi.confirmCompanyOptions.response.parse(await options.json())
  const ask = () => browser.ask('confirmCompany', { ticket: data.ticket })
  expect(await body(await ask())).toEqual([200, { status: true, data: { isConfirmed: false } }])
  expect(await body(await codes())).toEqual(unconfirmed)
  const page = await browser.comeBack(await browser.visitProvider(data.address))
  expect(await page.text()).toContain('Close this window')
  expect((await ask()).status).toBe(200)
  expect(await body(await ask())).toEqual(refusal(/used already/))
})

test.each([
  [
    'long ago',
    (claims: Record<string, unknown>) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 200 }),
    /did not ask you to sign in again/,
  ],
  ['nobody knows when', (claims: Record<string, unknown>) => ({ ...claims, auth_time: undefined }), /could not be verified/],
])('a sign-in of %s confirms nothing', async (_, changeClaims, words) => {
  company.state.changeClaims = changeClaims
  expect(await body(await browser.confirm('myRecoveryCodesCreate'))).toEqual(refusal(words))
  expect(await body(await codes())).toEqual(unconfirmed)
})

test('the sign-in of another person confirms nothing', async () => {
  await team.invite(team.ines, { name: 'Lee', email: 'lee@example.org' })
  company.state.account = { id: 'lee-1', email: 'lee@example.org', isVerified: true }
  browser.leaveProvider()
  expect(await body(await browser.confirm('myRecoveryCodesCreate'))).toEqual(refusal(/^You signed in at your company as lee@example.org/))
  expect(await body(await codes())).toEqual(unconfirmed)
})

test('another session cannot use a confirmation, and neither can another browser', async () => {
  const options = await browser.ask('confirmCompanyOptions', { for: ['myRecoveryCodesCreate /me/recovery-codes'] })
  const { data } = gatewayApi.confirmCompanyOptions.response.parse(await options.json())
  const thief = companyBrowser(team)
  expect((await thief.signIn()).status).toBe(200)
  expect(await body(await thief.confirm('personRemove', { personId: team.ines.id }))).toMatchObject([200, {}])
  await browser.comeBack(await browser.visitProvider(data.address))
  expect(await body(await thief.ask('confirmCompany', { ticket: data.ticket }))).toEqual(refusal(/began in another browser/))
  expect(await body(await thief.ask('myRecoveryCodesCreate', {}))).toEqual(unconfirmed)
})

test('without a person, or where company sign-in is not set up, there is nothing to confirm with', async () => {
  expect((await team.ask(team.ines.cookie, 'confirmCompany', { body: { ticket: 'A'.repeat(43) } })).status).toBe(403)
  const { cookie } = await team.signIn()
  const ask = (other: TestTeam, of: string) => other.ask(of, 'confirmCompanyOptions', { body: { for: ['personRemove /people/1'] } })
  expect((await ask(team, cookie)).status).toBe(404)
  const without = await startTeam()
  expect((await ask(without, without.ines.cookie)).status).toBe(404)
  await without.close()
})
