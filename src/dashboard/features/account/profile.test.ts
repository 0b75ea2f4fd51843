import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Account } from '#contract/account.ts'
import { countryName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { currencyLabel, currencyName, knownCurrencies, typedCode } from './currency.ts'
import { moreRooms } from './plan/PlanPanel.tsx'
import { emailProblem, profileBody, profileFields, profileOf, profileResolver, reservedAddress, type Profile } from './profile.ts'

const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../public/catalogue.json'), 'utf8')) as Catalogue
const wire = { id: 7, email: 'kim@example.org', name: 'Kim', countryId: null as number | string | null, plan: { exceed: false } }
const account = (part: Partial<typeof wire> & Record<string, unknown> = {}) => Account.parse({ ...wire, ...part })
const profile = (part: Partial<Profile> = {}): Profile => ({ ...profileOf(account()), ...part })

test('0 and null both mean no country', () => {
  for (const countryId of [0, null]) expect(profileOf(account({ countryId })).countryId).toBe('')
  expect(profileOf(account({ countryId: 99999 })).countryId).toBe('99999')
})

test('all known fields are sent; a country that was never set is left out, a removed one is sent as 0', () => {
  const none = profile()
  expect(Object.keys(profileBody(none, none)).toSorted()).toEqual(profileFields.filter((name) => name !== 'countryId').toSorted())
  const some = profile({ countryId: '616' })
  expect(profileBody(some, none).countryId).toBe(616)
  expect(profileBody(none, some).countryId).toBe(0)
})

test('a country whose id no number holds is left out when the rest is saved', () => {
  const held = profileOf(account({ countryId: '9007199254740993' }))
  expect(held.countryId).toBe('9007199254740993')
  expect(profileBody({ ...held, city: 'Porto' }, held)).not.toHaveProperty('countryId')
})

test('a country is shown by name, an unknown one by its id', () => {
  expect(countryName(catalogue, '620')).toBe('Portugal')
  expect(countryName(catalogue, '99999')).toBe('country no. 99999')
  expect(countryName(catalogue, 'toString')).toBe('country no. toString')
  expect(countryName(catalogue, '')).toBe('')
})

test('the reserved address is previewed only where this deployment has one', () => {
  expect(reservedAddress(catalogue, 'tide')).toBeNull()
  const own = { ...catalogue, reservedNameAddress: 'https://chat.example/{name}/in' }
  expect(reservedAddress(own, ' tide/../x ')).toBe('https://chat.example/tide%2F..%2Fx/in')
  expect(reservedAddress(own, ' ')).toBeNull()
})

test.each([
  ['kim@example.org', null],
  ['kim.o+x@mail.example.org', null],
  ['inês@tidewater.pt', null],
  ['', /Enter/],
  ['kim@tidewater', /ending/],
  ['kim@tidewater.', /ending/],
  ['kim.example.org', /one @/],
  ['a@b@c.de', /one @/],
  ['kim @example.org', /spaces/],
] as const)('e-mail %j', (email, problem) => {
  if (problem === null) expect(emailProblem(email)).toBeNull()
  else expect(emailProblem(email)).toMatch(problem)
})

const options = { fields: {}, shouldUseNativeValidation: false }
const errorsOf = async (values: Profile, base: Profile) => Object.keys((await profileResolver(values, base, options)).errors)

test('only edited fields are validated', async () => {
  const odd = profile({ email: 'no address', paymentEmail: 'x@y', company: 'x'.repeat(300) })
  expect(await errorsOf(odd, odd)).toEqual([])
  expect((await errorsOf(odd, profile())).toSorted()).toEqual(['company', 'email', 'paymentEmail'])
  expect(await errorsOf(profile({ paymentEmail: '' }), profile({ paymentEmail: 'a@b.de' }))).toEqual([])
})

test('known currencies are shown by name, others as typed', () => {
  expect(currencyLabel('EUR')).toBe('EUR · Euro')
  expect(currencyName('ZZQ')).toBeNull()
  expect(currencyName('DOUBLOON')).toBeNull()
  expect(knownCurrencies().length).toBeGreaterThan(100)
  expect(['usdt', ' eur ', 'x', 'a b', '', 'abcdefghijk'].map(typedCode)).toEqual(['USDT', 'EUR', null, null, null, null])
})

test('the plan with more chats is shown with what is left or over', () => {
  const plan = { ...account().plan, rooms: 10, usedRooms: 8 }
  expect([1, 2, 3].map((more) => moreRooms(plan, more))).toEqual(['9 of 10, 1 left', '10 of 10, none left', '11 of 10, 1 over'])
  expect(moreRooms({ ...plan, rooms: null }, 3)).toBe('11 chats, and no limit is stated')
  expect(moreRooms({ ...plan, usedRooms: null }, 3)).toMatch(/does not say/)
})
