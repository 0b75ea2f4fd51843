import { describe, expect, it } from 'vitest'
import { createAccount, createDemoToken, createToken, deleteExpiredDemoTokens, revokeToken, verifyToken } from './accounts.ts'
import { onEveryEngine } from '../testing/databases.ts'

onEveryEngine('accounts and tokens', (bench) => {
  const now = Date.UTC(2026, 2, 4)
  const newAccount = () => createAccount(bench.database, { email: 'a@example.org', name: 'A' }, now)
  const verify = (token: string, at = now) => verifyToken(bench.database, token, at)

  it('gives concurrent accounts distinct ids', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, newAccount))
    expect(new Set(ids).size).toBe(20)
  })

  describe('a token', () => {
    it('has 256 random bits, of which only a hash is stored', async () => {
      const accountId = await newAccount()
      const { tokenId, token } = await createToken(bench.database, { accountId, label: 'Laptop' }, now)
      expect(token).toMatch(/^rk_[\w-]{43}$/)
      const row = await bench.database.query.selectFrom('token').selectAll().where('id', '=', tokenId).executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        account_id: accountId,
        label: 'Laptop',
        created: now / 1000,
        last_used: null,
        expires: null,
        revoked: null,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(JSON.stringify(row)).not.toContain(token.slice(3, 20))
    })

    it('is valid until it expires', async () => {
      const accountId = await newAccount()
      const { tokenId, token } = await createToken(bench.database, { accountId, expires: now / 1000 + 60 }, now)
      expect(await verify(token)).toEqual({ tokenId, accountId, label: '' })
      expect(await verify(token, now + 59_999)).toEqual({ tokenId, accountId, label: '' })
      expect(await verify(token, now + 60_000)).toBeNull()
    })

    it('is invalid once revoked, while others stay valid', async () => {
      const accountId = await newAccount()
      const [one, two] = [await createToken(bench.database, { accountId }, now), await createToken(bench.database, { accountId }, now)]
      expect(await revokeToken(bench.database, one.tokenId, now)).toBe(true)
      expect(await revokeToken(bench.database, one.tokenId, now)).toBe(false)
      expect(await verify(one.token)).toBeNull()
      expect(await verify(two.token)).toMatchObject({ accountId })
    })

    it('is deleted after a demo session has ended, and no other is', async () => {
      const accountId = await newAccount()
      const end = now / 1000 + 60
      const ended = await createDemoToken(bench.database, accountId, end)
      const lasting = await createDemoToken(bench.database, accountId, end + 1)
      await createToken(bench.database, { accountId, label: 'Laptop', expires: end }, now)
      const labels = async () =>
        (await bench.database.query.selectFrom('token').select('label').where('account_id', '=', accountId).execute()).map(
          ({ label }) => label,
        )
      await deleteExpiredDemoTokens(bench.database, now + 59_999)
      expect(await verify(ended)).toMatchObject({ accountId })
      await deleteExpiredDemoTokens(bench.database, now + 60_000)
      expect((await labels()).toSorted()).toEqual(['Laptop', 'demo sign-in'])
      expect(await verify(lasting)).toMatchObject({ accountId })
    })

    it('is refused for an account that does not exist', async () => {
      await expect(createToken(bench.database, { accountId: 999_999 }, now)).rejects.toThrow('There is no account 999999')
    })

    it.each(['', 'rk_', `rk_${'A'.repeat(43)}`, `rk_${'A'.repeat(44)}`, `rk_${'\0'.repeat(43)}`])('is not %j', async (token) => {
      expect(await verify(token)).toBeNull()
    })
  })
})
