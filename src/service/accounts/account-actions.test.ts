import { describe, expect, it } from 'vitest'
import { runAccountCommand } from './account-actions.ts'
import { verifyToken } from './accounts.ts'
import { UsageError } from '#db/command-line.ts'
import { runCommand } from '../../test-program.ts'
import { environmentOf, onAnyEngine } from '../testing/databases.ts'

onAnyEngine('the account command', (bench) => {
  it('gives every account the four limits of its plan', async () => {
    const planOf = async (...options: string[]) => {
      const args = ['create', '--email', 'a@example.org', '--name', 'Ada', ...options]
      const { token } = (await runAccountCommand(args, environmentOf(bench.place))) as { token: string }
      return ((await bench.callWith(token)('GET', '/account')).body.data as { plan: object }).plan
    }
    expect(await planOf()).toMatchObject({ rooms: 1000, admins: 100, users: 10_000, keywords: 1000 })
    const given = ['--rooms', '0', '--admins', '1', '--users', '2', '--keywords', '3']
    expect(await planOf(...given)).toMatchObject({ rooms: 0, admins: 1, users: 2, keywords: 3 })
  })

  it('creates an account and further tokens and revokes them while the service runs', async () => {
    const run = (...args: string[]) => runAccountCommand(args, environmentOf(bench.place))
    const made = (await run('create', '--email', 'a@example.org', '--name', 'Ada Łęcka', '--rooms', '2')) as {
      accountId: number
      token: string
    }
    expect(await verifyToken(bench.database, made.token)).toMatchObject({ accountId: made.accountId })
    const account = await bench.callWith(made.token)('GET', '/account')
    expect(account.body.data).toMatchObject({ email: 'a@example.org', name: 'Ada Łęcka', plan: { rooms: 2 } })

    const extra = (await run('token', '--account', String(made.accountId), '--label', 'CI', '--expires', '7')) as {
      tokenId: number
      token: string
    }
    expect(await verifyToken(bench.database, extra.token, Date.now() + 6.9 * 86_400_000)).toMatchObject({ tokenId: extra.tokenId })
    expect(await verifyToken(bench.database, extra.token, Date.now() + 7.1 * 86_400_000)).toBeNull()

    expect(await run('revoke', '--token-id', String(extra.tokenId))).toEqual({ tokenId: extra.tokenId, revoked: true })
    expect(await verifyToken(bench.database, extra.token)).toBeNull()
    await expect(run('revoke', '--token-id', String(extra.tokenId))).rejects.toThrow('There is no valid token')
    await expect(run('token', '--account', '999999')).rejects.toThrow('There is no account 999999')
  })
})

describe('the account command with wrong arguments', () => {
  it.each([
    [[], 'command'],
    [['make'], 'make'],
    [['create', '--email', 'nobody', '--name', 'X'], '--email'],
    [['create', '--email', 'a@b.c', '--name', ' '], '--name'],
    [['create', '--email', 'a@b.c', '--name', 'X', '--rooms', 'many'], '--rooms'],
    [['create', '--email', 'a@b.c', '--name', 'X', '--keywords', '-1'], '--keywords'],
    [['create', '--mail', 'a@b.c'], '--mail'],
    [['token'], '--account'],
    [['token', '--account', '1', '--expires', '0'], '--expires'],
    [['revoke', '--token-id', 'x'], '--token-id'],
  ])('says so for %j', async (args, word) => {
    // Nothing is opened before the arguments are right: this address would be refused.
    const failure = await runAccountCommand(args, { DATABASE_URL: 'mysql://x' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UsageError)
    expect(String(failure)).toContain(word)
  })

  it('exits with code 2 and the usage, and with code 1 for a wrong environment', async () => {
    const run = (...args: string[]) => runCommand(['account', ...args], { DATABASE_URL: 'mysql://x' })
    expect(await run('make')).toEqual({ code: 2, out: '', errors: expect.stringContaining('Usage:') })
    expect(await run('revoke', '--token-id', '1')).toEqual({ code: 1, out: '', errors: expect.stringMatching(/^DATABASE_URL must be/) })
  })
})
