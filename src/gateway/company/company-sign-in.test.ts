import { afterEach, beforeEach, expect, test } from 'vitest'
import { companyBrowser } from '../testing/company-browser.ts'
import { companyClient, startCompanyProvider, type TestCompany } from '../testing/company-provider.ts'
import { sessionFrom } from '../testing/gateway.ts'
import { startTeam, type TestTeam } from '../testing/team.ts'

let company: TestCompany
let team: TestTeam
beforeEach(async () => {
  company = await startCompanyProvider(['http://localhost:4173/bff/company/callback'], {
    id: 'lee-1',
    email: 'Lee@example.org',
    isVerified: true,
  })
  team = await startTeam({ company: { issuer: company.issuer, ...companyClient } })
})
afterEach(() => Promise.all([company.close(), team.close()]))

const open = () => companyBrowser(team)

async function person(answer: Response) {
  const session = await sessionFrom(answer)
  return session.signedIn ? session.team : null
}

async function messageOf(answer: Response) {
  const { message } = (await answer.json()) as { message: string }
  return [answer.status, message]
}

const invite = (more: object = {}) => team.invite(team.ines, { name: 'Lee', email: 'lee@example.org', ...more })

test('the first sign-in accepts the invitation, and later ones know the person', async () => {
  const { secret } = await invite()
  const first = await person(await open().signIn())
  expect(first).toMatchObject({ person: { name: 'Lee', role: 'moderator', chats: [1] }, confirmWith: 'company' })
  const { data } = await team.get(team.ines.cookie, 'teamRead')
  expect(data.invitations).toEqual([])
  expect(data.people.map(({ name, email }) => [name, email])).toEqual([
    ['Ines', ''],
    ['Lee', 'lee@example.org'],
  ])
  const again = await person(await open().signIn())
  expect(again?.person?.id).toBe(first?.person?.id)
  // The link of the invitation does not work any more.
  expect(await messageOf(await team.ask('', 'joinRead', { body: { secret } }))).toEqual([409, expect.stringContaining('already used')])
})

test('a session of the company is kept if the person asked for it, and goes on where they were', async () => {
  await invite()
  const browser = open()
  const address = await browser.start({ keep: '1', next: '/chats/1/messages' })
  const back = await browser.comeBack(await browser.visitProvider(address))
  const page = await back.text()
  expect(page).toContain('next=%2Fchats%2F1%2Fmessages')
  expect(back.headers.get('cache-control')).toBe('no-store')
  expect(back.headers.get('content-security-policy')).toContain("default-src 'none'")
  const ticket = /company=([\w-]{43})/.exec(page)?.[1] ?? ''
  const answer = await browser.finish(ticket)
  expect(answer.headers.getSetCookie().join()).toMatch(/roomkeeper=.*Max-Age=604800/)
  // A ticket works once.
  expect(await messageOf(await browser.finish(ticket))).toEqual([403, expect.stringContaining('took too long')])
})

test('the account of the company is remembered when its address changes', async () => {
  await invite()
  const first = await person(await open().signIn())
  company.state.account = { id: 'lee-1', email: 'lee.new@example.org', isVerified: false }
  expect((await person(await open().signIn()))?.person?.id).toBe(first?.person?.id)
})

test('an address that the company gave to someone else opens nothing, until an Owner gives it the person', async () => {
  await invite()
  const first = await person(await open().signIn())
  company.state.account = { id: 'other-2', email: 'lee@example.org', isVerified: true }
  expect(await messageOf(await open().signIn())).toEqual([403, expect.stringContaining('belonged to another company account')])
  const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId: first?.person?.id } })
  const update = async (email: string, revision: number) => {
    const body = { name: 'Lee', role: 'moderator', chats: [1], limits: {}, email, revision }
    await team.askConfirmed(team.ines, 'personUpdate', { params: { personId: data.id }, body })
  }
  await update('lee.two@example.org', data.revision)
  company.state.account.email = 'lee.two@example.org'
  expect((await person(await open().signIn()))?.person?.id).toBe(data.id)
  // And the account that the person had before opens nothing any more.
  company.state.account = { id: 'lee-1', email: 'lee@example.org', isVerified: true }
  expect(await messageOf(await open().signIn())).toEqual([403, expect.stringContaining('Nobody here has the address lee@example.org')])
})

test.each([
  ['nobody has', async () => {}, /^Nobody here has the address lee@example.org\. Ask an Owner/],
  [
    'the company has not verified',
    async () => {
      await invite()
      company.state.account.isVerified = false
    },
    /^Your company has not verified the address lee@example.org/,
  ],
  [
    'the company does not give',
    async () => {
      await invite()
      company.state.account.email = ''
    },
    /^Your company account has no e-mail address/,
  ],
  [
    'a removed person had',
    async () => {
      await invite()
      const lee = await person(await open().signIn())
      await team.askConfirmed(team.ines, 'personRemove', { params: { personId: lee?.person?.id } })
    },
    /^lee@example.org was removed from the team/,
  ],
  [
    'someone was invited with too long ago',
    async () => {
      await invite()
      team.clock.ms += 25 * 60 * 60_000
    },
    /^Nobody here has the address/,
  ],
  [
    'an invitation had that was revoked',
    async () => {
      const { invitation } = await invite()
      await team.ask(team.ines.cookie, 'invitationRevoke', { params: { invitationId: invitation.id } })
    },
    /^Nobody here has the address/,
  ],
])('an address that %s is refused with the reason, also when the page is reloaded', async (_, prepare, words) => {
  await prepare()
  const browser = open()
  const address = await browser.start()
  const page = await (await browser.comeBack(await browser.visitProvider(address))).text()
  const ticket = /company=([\w-]{43})/.exec(page)?.[1] ?? ''
  for (const answer of [await browser.finish(ticket), await browser.finish(ticket)])
    expect(await messageOf(answer)).toEqual([expect.any(Number), expect.stringMatching(words)])
  expect([...browser.cookies.keys()]).toEqual(['roomkeeper-company'])
})

test('whoever is in the teams of several accounts chooses one', async () => {
  await invite()
  const lee = await person(await open().signIn())
  const row = await team.query.selectFrom('person').where('id', '=', lee!.person!.id).selectAll().executeTakeFirstOrThrow()
  const other = await team.query.selectFrom('team').selectAll().executeTakeFirstOrThrow()
  await team.query
    .insertInto('team')
    .values({ ...other, workspace: '9@other', account_id: 9, account_name: 'Harbour' })
    .execute()
  await team.query
    .insertInto('person')
    .values({ ...row, id: 'lee-at-harbour', workspace: '9@other' })
    .execute()
  const browser = open()
  const page = await (await browser.comeBack(await browser.visitProvider(await browser.start()))).text()
  const ticket = /company=([\w-]{43})/.exec(page)?.[1] ?? ''
  const answer = await browser.finish(ticket)
  expect(await answer.json()).toMatchObject({
    code: 'company_several',
    data: {
      accounts: expect.arrayContaining([
        { id: team.accountId, name: 'Kim' },
        { id: 9, name: 'Harbour' },
      ]) as unknown,
    },
  })
  expect(await person(await browser.finish(ticket, { account: team.accountId }))).toMatchObject({ person: { id: row.id } })
  // A session that is renewed stays with its account.
  expect(await person(await open().signIn({ account: String(team.accountId) }))).toMatchObject({ person: { id: row.id } })
})

test('company sign-in is offered where it is set up and an account has a team', async () => {
  const signIn = async () => (await sessionFrom(await team.send('/bff/session'))).signIn
  expect(await signIn()).toMatchObject({ company: true })
  await team.askConfirmed(team.ines, 'teamTurnOff')
  expect(await signIn()).toMatchObject({ company: false })
})

test('a removed person’s session ends with the next request', async () => {
  await invite()
  const browser = open()
  const lee = await person(await browser.signIn())
  expect((await browser.ask('meRead', {})).status).toBe(200)
  await team.askConfirmed(team.ines, 'personRemove', { params: { personId: lee?.person?.id } })
  expect((await browser.ask('meRead', {})).status).toBe(401)
})
