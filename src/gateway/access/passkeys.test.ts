import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bench, onAnyEngine, onEveryEngine } from '#service/testing/databases.ts'
import { Authenticator } from '../testing/authenticator.ts'
import { codeOf } from '../testing/gateway.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'

/** Passkeys, recovery codes and invitations, with a device in software. */

const minute = 60_000
const day = 24 * 60 * minute

let team: TestTeam
let tom: TestPerson

function eachWithTeam(bench: Bench) {
  beforeEach(async () => {
    // SQLite admits one connection, so there each test has a database of its own.
    team = await startTeam({}, 'url' in bench.place ? bench.place : undefined)
    tom = await team.joined({ name: 'Tom', chats: [1, 2] })
  })
  afterEach(() => team.close())
}

onEveryEngine('passkeys at the same moment', (bench) => {
  eachWithTeam(bench)

  test('two who open an invitation at the same moment: one joins, the other is told that it was used', async () => {
    const { secret } = await team.invite(team.ines, { name: 'Ada' })
    const open = async () => {
      const device = new Authenticator()
      const { data } = await team.get('', 'joinRead', { body: { secret } })
      return () => team.ask('', 'join', { body: { secret, credential: device.create(data.options), passkeyName: 'Laptop' } })
    }
    const both = [await open(), await open(), await open()]
    const codes = await Promise.all(both.map(async (accept) => (await accept()).json() as Promise<{ code?: string }>))
    expect(codes.map(({ code }) => code ?? 'joined').toSorted()).toEqual(['invitation_used', 'invitation_used', 'joined'])
    const { data } = await team.get(team.ines.cookie, 'teamRead')
    expect(data.people.filter(({ name }) => name === 'Ada')).toHaveLength(1)
  })

  test('two who send the same recovery code at once: one gets in', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => team.ask('', 'recoverySignIn', { body: { code: tom.codes[0] } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

onAnyEngine('passkeys', (bench) => {
  eachWithTeam(bench)

  const tryJoin = async (secret: string, make: (device: Authenticator, options: { challenge: string }) => unknown) => {
    const { data } = await team.get('', 'joinRead', { body: { secret } })
    return team.ask('', 'join', { body: { secret, credential: make(new Authenticator(), data.options), passkeyName: 'Laptop' } })
  }

  test('an invitation says what it is for, and whoever accepts it is signed in with ten recovery codes', async () => {
    const { secret, invitation } = await team.invite(team.ines, { name: 'Ada', role: 'host', chats: [7] })
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const { data } = await team.get('', 'joinRead', { body: { secret } })
    expect(data).toMatchObject({
      name: 'Ada',
      role: 'host',
      chats: ['Chat no. 7'],
      account: 'Kim',
      invitedBy: 'Ines',
      expires: invitation.expires,
    })
    expect(data.options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'Ada (Kim)' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const ada = await team.join(secret)
    expect(new Set(ada.codes)).toHaveProperty('size', 10)
    expect(await team.sessionOf(ada.cookie)).toMatchObject({
      team: { person: { name: 'Ada', role: 'host', chats: [7], mustRegisterPasskey: false, waitingUntil: 0 } },
    })
  })

  test('an invitation that was used, revoked or has expired says so; an unknown one reveals nothing', async () => {
    const why = async (secret: string) => codeOf(await team.ask('', 'joinRead', { body: { secret } }))
    const used = await team.invite(team.ines, { name: 'A' })
    await team.join(used.secret)
    expect(await why(used.secret)).toBe('invitation_used')
    const revoked = await team.invite(team.ines, { name: 'B' })
    await team.get(team.ines.cookie, 'invitationRevoke', { params: { invitationId: revoked.invitation.id } })
    expect(await why(revoked.secret)).toBe('invitation_revoked')
    const renewed = await team.invite(team.ines, { name: 'C' })
    const again = await team.askConfirmed(team.ines, 'invitationRenew', { params: { invitationId: renewed.invitation.id } })
    expect(again.status).toBe(200)
    expect(await why(renewed.secret)).toBe('invitation_unknown')
    const expired = await team.invite(team.ines, { name: 'D' })
    expect(await why('x'.repeat(43))).toBe('invitation_unknown')
    team.clock.ms += day
    expect(await why(expired.secret)).toBe('invitation_expired')
  })

  test('a passkey registered for another host name, address or challenge, or without verifying the user, is refused', async () => {
    const { secret } = await team.invite(team.ines, { name: 'Ada' })
    const answers = [
      await tryJoin(secret, (device, options) => device.create(options, { rpId: 'evil.example' })),
      await tryJoin(secret, (device, options) => device.create(options, { origin: 'http://127.0.0.1:4173' })),
      await tryJoin(secret, (device, options) => device.create(options, { challenge: Buffer.alloc(32).toString('base64url') })),
      await tryJoin(secret, (device, options) => device.create(options, { isVerified: false })),
      await tryJoin(secret, () => ({ id: 'x', rawId: 'x', type: 'public-key', response: {} })),
      await tryJoin(secret, () => tom.device.create({ challenge: 'x' })),
    ]
    for (const answer of answers) expect(await codeOf(answer)).toBe('passkey_refused')
    // None of them used up the invitation.
    expect((await tryJoin(secret, (device, options) => device.create(options))).status).toBe(200)
  })

  test('the refusal for another address names the one where passkeys work', async () => {
    const { data } = await team.get('', 'passkeySignInOptions')
    const answer = await team.ask('', 'passkeySignIn', { body: { credential: tom.device.get(data, { origin: 'http://127.0.0.1:4173' }) } })
    expect(await answer.json()).toMatchObject({ code: 'passkey_refused', message: expect.stringContaining('http://localhost:4173') })
  })

  test('a passkey signs in without a name; every other answer is refused', async () => {
    const again = await team.signInWith(tom.device)
    expect(again.id).toBe(tom.id)
    const tries = [
      (options: { challenge: string }) => tom.device.get(options, { rpId: 'evil.example' }),
      (options: { challenge: string }) => tom.device.get(options, { origin: 'https://evil.example' }),
      (options: { challenge: string }) => tom.device.get(options, { challenge: Buffer.alloc(32).toString('base64url') }),
      (options: { challenge: string }) => tom.device.get(options, { isVerified: false }),
      (options: { challenge: string }) => new Authenticator().get(options),
      (options: { challenge: string }) => ({
        ...new Authenticator().get(options),
        id: tom.device.get(options).id,
        rawId: tom.device.get(options).id,
      }),
    ]
    for (const make of tries) {
      const { data } = await team.get('', 'passkeySignInOptions')
      const answer = await team.ask('', 'passkeySignIn', { body: { credential: make(data) } })
      expect(await codeOf(answer)).toBe('passkey_refused')
    }
  })

  test('a page that shows another account is not signed in by a passkey or code of this one, which stays unused', async () => {
    const other = team.accountId + 1
    const { data } = await team.get('', 'passkeySignInOptions')
    const withPasskey = await team.ask('', 'passkeySignIn', { body: { credential: tom.device.get(data), account: other } })
    expect([await codeOf(withPasskey.clone()), withPasskey.headers.get('set-cookie')]).toEqual(['other_account', null])
    expect(await codeOf(await team.ask('', 'recoverySignIn', { body: { code: tom.codes[0], account: other } }))).toBe('other_account')
    expect((await team.ask('', 'recoverySignIn', { body: { code: tom.codes[0], account: team.accountId } })).status).toBe(200)
  })

  test('an answer works once, within five minutes, and only for what was asked', async () => {
    const { data } = await team.get('', 'passkeySignInOptions')
    const credential = tom.device.get(data)
    const send = (answer: object) => team.ask('', 'passkeySignIn', { body: { credential: answer } })
    expect((await send(credential)).status).toBe(200)
    expect(await codeOf(await send(credential))).toBe('passkey_refused')
    const late = await team.get('', 'passkeySignInOptions')
    const tooLate = tom.device.get(late.data)
    team.clock.ms += 5 * minute
    expect(await codeOf(await send(tooLate))).toBe('passkey_refused')
    const { data: confirming } = await team.get(tom.cookie, 'confirmOptions', { body: { for: ['x'] } })
    expect(await codeOf(await send(tom.device.get(confirming)))).toBe('passkey_refused')
  })

  test('a copied device is noticed by its counter', async () => {
    const copy = tom.device.copy()
    await team.signInWith(tom.device)
    await team.signInWith(tom.device)
    expect(await (await team.signInAnswer(copy)).json()).toMatchObject({
      code: 'passkey_refused',
      message: expect.stringContaining('copy'),
    })
    expect((await team.signInAnswer(tom.device)).status).toBe(200)
  })

  test('a device without a counter signs in any number of times', async () => {
    const ada = await team.joined({ name: 'Ada' }, new Authenticator(undefined, 0))
    for (let times = 0; times < 3; times++) expect((await team.signInAnswer(ada.device)).status).toBe(200)
  })

  test('a confirmation holds for its action and target, for five minutes, under a new session id', async () => {
    const first = await team.invite(team.ines, { name: 'A' })
    const second = await team.invite(team.ines, { name: 'B' })
    const renew = (invitation: { id: string }) => team.ask(team.ines.cookie, 'invitationRenew', { params: { invitationId: invitation.id } })
    const answer = await team.confirmWith(team.ines, 'invitationRenew', { invitationId: first.invitation.id })
    expect(answer.headers.get('set-cookie')).toMatch(/^roomkeeper=[\w-]{43};/)
    expect((await renew(first.invitation)).status).toBe(200)
    expect(await codeOf(await renew(second.invitation))).toBe('fresh_token_needed')
    team.clock.ms += 5 * minute
    expect(await codeOf(await renew(first.invitation))).toBe('fresh_token_needed')
  })

  test('nobody confirms with the passkey of someone else', async () => {
    expect(await codeOf(await team.confirmWith({ cookie: team.ines.cookie, device: tom.device }, 'teamTurnOff'))).toBe('passkey_refused')
    const { data } = await team.get(tom.cookie, 'confirmOptions', { body: { for: ['teamTurnOff /team'] } })
    const answer = await team.ask(team.ines.cookie, 'confirmPasskey', { body: { credential: team.ines.device.get(data) } })
    expect(await codeOf(answer)).toBe('passkey_refused')
  })

  test('a second passkey needs a confirmation with the first, signs in, and only one of them can be removed', async () => {
    const second = new Authenticator()
    expect(await codeOf((await team.registerPasskey(tom.cookie, second)).answer)).toBe('fresh_token_needed')
    await team.confirmWith(tom, 'myPasskeyCreate')
    expect((await team.registerPasskey(tom.cookie, second)).answer.status).toBe(200)
    // The same device twice.
    expect(await codeOf((await team.registerPasskey(tom.cookie, second)).answer)).toBe('passkey_refused')
    expect((await team.signInWith(second)).id).toBe(tom.id)
    const { data } = await team.get(tom.cookie, 'meRead')
    const remove = (passkeyId: string) =>
      team.askConfirmed({ cookie: tom.cookie, device: second }, 'myPasskeyRemove', { params: { passkeyId } })
    expect((await remove(data.passkeyList[0]!.id)).status).toBe(200)
    expect(await codeOf(await team.signInAnswer(tom.device))).toBe('passkey_refused')
    expect(await codeOf(await remove(data.passkeyList[1]!.id))).toBe('last_passkey')
    expect((await team.signInAnswer(second)).status).toBe(200)
  })

  test('a recovery code works once and can only register a passkey; for a day the person may not change who has access', async () => {
    const code = tom.codes[0]!
    const lost = await team.recover(code.toUpperCase().replaceAll('-', ' '))
    expect(await team.sessionOf(lost.cookie)).toMatchObject({
      team: { person: { mustRegisterPasskey: true, waitingUntil: team.now() + 86_400 } },
    })
    expect(await codeOf(await team.ask('', 'recoverySignIn', { body: { code } }))).toBe('recovery_code_refused')
    expect(await codeOf(await team.call(lost.cookie, 'GET', '/chats'))).toBe('passkey_needed')
    expect(await codeOf(await team.ask(lost.cookie, 'recordList', { params: { kind: 'poll-rounds' } }))).toBe('passkey_needed')
    expect(await codeOf(await team.ask(lost.cookie, 'myRecoveryCodesCreate'))).toBe('passkey_needed')
    const { answer, device } = await team.registerPasskey(lost.cookie)
    expect(answer.status).toBe(200)
    expect((await team.call(lost.cookie, 'GET', '/chats')).status).toBe(200)
    expect((await team.signInWith(device)).id).toBe(tom.id)
    expect(await codeOf(await team.ask(lost.cookie, 'myRecoveryCodesCreate'))).toBe('waiting')
    const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId: tom.id } })
    expect(data).toMatchObject({ hasUsedRecoveryCode: true, recoveryCodesLeft: 9, passkeys: 2 })
    team.clock.ms += day
    const later = await team.signInWith(device)
    expect((await team.askConfirmed(later, 'myRecoveryCodesCreate')).status).toBe(200)
    expect(await codeOf(await team.ask('', 'recoverySignIn', { body: { code: tom.codes[1] } }))).toBe('recovery_code_refused')
  })

  test('an Owner who recovered may not change people for a day', async () => {
    const bea = await team.joined({ name: 'Bea', role: 'owner', chats: 'all' })
    const lost = await team.recover(bea.codes[0]!)
    const { device } = await team.registerPasskey(lost.cookie)
    expect(await codeOf(await team.ask(lost.cookie, 'personRemove', { params: { personId: tom.id } }))).toBe('waiting')
    expect((await team.get(lost.cookie, 'teamRead')).data.people).toHaveLength(3)
    team.clock.ms += day
    const later = await team.signInWith(device)
    expect((await team.askConfirmed(later, 'personRemove', { params: { personId: tom.id } })).status).toBe(200)
  })

  test('guesses are limited by network', async () => {
    for (let times = 0; times < 10; times++)
      expect(await codeOf(await team.ask('', 'recoverySignIn', { body: { code: `wrong ${times}` } }))).toBe('recovery_code_refused')
    expect((await team.ask('', 'recoverySignIn', { body: { code: tom.codes[0] } })).status).toBe(429)
    team.clock.ms += minute
    expect((await team.ask('', 'recoverySignIn', { body: { code: tom.codes[0] } })).status).toBe(200)
  })
})
