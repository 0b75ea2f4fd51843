import { describe, expect, it } from 'vitest'
import { onEveryEngine, type Call } from '../testing/databases.ts'

const read = async (call: Call) => (await call('GET', '/account')).body.data as Record<string, unknown>

onEveryEngine('the account', (bench) => {
  describe('accountRead', () => {
    it('returns the account and its plan', async () => {
      const { call, accountId } = await bench.newAccount(3)
      await call('POST', '/chats', { name: 'One' })
      expect((await call('GET', '/account')).body).toEqual({
        status: true,
        data: {
          id: accountId,
          email: 'owner@example.org',
          name: 'Owner',
          testLevel: 0,
          type: 0,
          passwordSet: false,
          tokenKey: expect.stringMatching(/^[0-9a-f]{32}$/),
          company: '',
          paymentEmail: '',
          currency: '',
          countryId: null,
          address: '',
          city: '',
          state: '',
          unit: '',
          zipCode: '',
          reservedName: '',
          plan: { admins: 100, rooms: 3, users: 10_000, keywords: 1000, usedAdmins: 0, usedKeywords: 0, usedRooms: 1, exceed: false },
        },
      })
    })

    it.each([
      [{ plan_admins: 2, used_admins: 2 }, false],
      [{ plan_admins: 2, used_admins: 3 }, true],
      [{ plan_keywords: 200, used_keywords: 212 }, true],
      [{ used_keywords: 212 }, false],
      [{ plan_rooms: 0 }, true],
      [{ plan_users: 0 }, false],
    ])('tells whether more is used than the plan allows: %j', async (columns, exceed) => {
      const { call, accountId } = await bench.newAccount()
      await call('POST', '/chats', { name: 'One' })
      await bench.database.query.updateTable('account').set(columns).where('id', '=', accountId).execute()
      expect((await read(call))['plan']).toMatchObject({ exceed })
    })
  })

  describe('accountUpdate', () => {
    it('changes the fields that are sent and keeps the rest', async () => {
      const { call } = await bench.newAccount()
      const before = await read(call)
      const change = {
        name: 'Zoë',
        company: 'Tidewater',
        countryId: 840,
        address: '1 Quay',
        city: 'Łódź',
        state: 'LD',
        unit: '3',
        zipCode: '90-001',
        paymentEmail: 'pay@example.org',
        email: 'new@example.org',
      }
      expect((await call('PUT', '/account', change)).body).toEqual({ status: true })
      expect(await read(call)).toEqual({ ...before, ...change })
      await call('PUT', '/account', { city: '', paymentEmail: '' })
      expect(await read(call)).toEqual({ ...before, ...change, city: '', paymentEmail: '' })
      expect((await call('PUT', '/account', {})).body).toEqual({ status: true })
    })

    it.each([0, null])('treats the country %s as none', async (countryId) => {
      const { call } = await bench.newAccount()
      await call('PUT', '/account', { countryId: 40 })
      await call('PUT', '/account', { countryId })
      expect((await read(call))['countryId']).toBeNull()
    })

    it('ignores read-only fields', async () => {
      const { call } = await bench.newAccount(2)
      const before = await read(call)
      await call('PUT', '/account', {
        id: 1,
        currency: 'EUR',
        plan: { rooms: 99 },
        plan_rooms: 99,
        tokenKey: 'x',
        passwordSet: true,
        type: 5,
      })
      expect(await read(call)).toEqual(before)
    })

    it('gives a reserved name to one account only', async () => {
      const [one, two] = [await bench.newAccount(), await bench.newAccount()]
      const reservedName = `stage-${one.accountId}`
      expect((await one.call('PUT', '/account', { reservedName })).status).toBe(200)
      expect((await one.call('PUT', '/account', { reservedName })).status).toBe(200)
      expect(await two.call('PUT', '/account', { reservedName, city: 'Bergen' })).toMatchObject({
        status: 409,
        body: { status: false, code: 'reserved_name_taken', errors: { reservedName: ['is taken'] } },
      })
      expect(await read(two.call)).toMatchObject({ reservedName: '', city: '' })
    })

    it.each([
      [{ email: 'nobody' }, 'email'],
      [{ email: '' }, 'email'],
      [{ countryId: 1000 }, 'countryId'],
      [{ countryId: -1 }, 'countryId'],
      [{ countryId: '840' }, 'countryId'],
      [{ name: null }, 'name'],
      [{ city: 'x'.repeat(201) }, 'city'],
    ])('refuses %j and changes nothing', async (body, field) => {
      const { call } = await bench.newAccount()
      const before = await read(call)
      expect(await call('PUT', '/account', { company: 'Changed', ...body })).toMatchObject({
        status: 400,
        body: { errors: { [field]: [expect.any(String)] } },
      })
      expect(await read(call)).toEqual(before)
    })
  })

  describe('currencySet', () => {
    it('succeeds once, also with concurrent requests', async () => {
      const { call } = await bench.newAccount()
      const codes = ['EUR', 'USD', 'PLN', 'TRY', 'JPY', 'GBP', 'CHF', 'SEK']
      const answers = await Promise.all(codes.map((currency) => call('PUT', '/account/currency', { currency })))
      const set = codes.filter((_, n) => answers[n]?.status === 200)
      expect(set).toHaveLength(1)
      expect(answers.filter(({ status, body }) => status === 409 && body['code'] === 'currency_already_set')).toHaveLength(codes.length - 1)
      expect((await read(call))['currency']).toBe(set[0])
      expect((await call('PUT', '/account/currency', { currency: set[0] })).status).toBe(409)
    })

    it.each(['eur', 'EURO', '', 'XQX', 978, null])('refuses %j', async (currency) => {
      const { call } = await bench.newAccount()
      expect(await call('PUT', '/account/currency', { currency })).toMatchObject({
        status: 400,
        body: { errors: { currency: [expect.any(String)] } },
      })
      expect((await read(call))['currency']).toBe('')
    })
  })
})
