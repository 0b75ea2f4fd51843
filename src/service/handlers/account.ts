import type { Selectable } from 'kysely'
import { rowsWith, update } from '#db/rows.ts'
import { isDuplicate } from '#db/errors.ts'
import { invalid } from '#http/refusal.ts'
import type { Handler } from '../handler.ts'
import { tokenKeyOf } from '../accounts/token-keys.ts'
import { liveChats } from '../chats/live-chats.ts'
import { currencyAlreadySet, reservedNameTaken } from '../refusals.ts'
import type { Tables } from '../tables.ts'

export const accountRead: Handler<'accountRead'> = async (_input, { database, account, tokenKeys }) => {
  const row = await rowsWith(database.query, 'account', { id: account }).selectAll().executeTakeFirstOrThrow()
  const { usedRooms } = await liveChats(database.query, account)
    .select((eb) => eb.fn.countAll<number>().as('usedRooms'))
    .executeTakeFirstOrThrow()
  const tokenKey = tokenKeys ? await tokenKeyOf(database.query, tokenKeys, row) : null
  return { status: true, data: shown(row, tokenKey, usedRooms) }
}

export const accountUpdate: Handler<'accountUpdate'> = async ({ body }, { database, account }) => {
  checkCountry(body.countryId)
  const { name, email, company, address, city, state, unit, countryId, zipCode, paymentEmail, reservedName } = body
  const columns = {
    name,
    email,
    company,
    address,
    city,
    state,
    unit,
    zip_code: zipCode,
    payment_email: paymentEmail,
    reserved_name: reservedName,
    country_id: countryId === undefined ? undefined : countryId || null,
  }
  // Fields left out keep their value: docs/assumptions.md row 16.
  const change = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  if (!Object.keys(change).length) return { status: true }
  try {
    await update(database.query, 'account', { id: account }, change)
  } catch (error) {
    throw isDuplicate(error) ? reservedNameTaken() : error
  }
  return { status: true }
}

const currencies = Intl.supportedValuesOf('currency')

export const currencySet: Handler<'currencySet'> = async ({ body }, { database, account }) => {
  if (!currencies.includes(body.currency)) throw invalid({ currency: ['must be an ISO 4217 currency code such as EUR'] })
  if (!(await update(database.query, 'account', { id: account, currency: null }, { currency: body.currency }))) throw currencyAlreadySet()
  return { status: true }
}

/** Any number of three digits is accepted: ISO 3166-1 adds new ones, and nothing here depends on them. */
function checkCountry(countryId: number | null | undefined): void {
  if (countryId && countryId > 999) throw invalid({ countryId: ['must be an ISO 3166-1 country number such as 840, or 0 for none'] })
}

function shown(row: Selectable<Tables['account']>, tokenKey: string | null, usedRooms: number) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    // "Internal use" in the API document: it must exist and has no meaning here.
    testLevel: 0,
    type: 0,
    tokenKey,
    // People sign in with tokens; there are no passwords.
    passwordSet: false,
    company: row.company,
    paymentEmail: row.payment_email,
    currency: row.currency ?? '',
    countryId: row.country_id,
    address: row.address,
    city: row.city,
    state: row.state,
    unit: row.unit,
    zipCode: row.zip_code,
    reservedName: row.reserved_name,
    plan: {
      admins: row.plan_admins,
      rooms: row.plan_rooms,
      users: row.plan_users,
      keywords: row.plan_keywords,
      usedAdmins: row.used_admins,
      usedKeywords: row.used_keywords,
      usedRooms,
      exceed: usedRooms > row.plan_rooms || row.used_admins > row.plan_admins || row.used_keywords > row.plan_keywords,
    },
  }
}
