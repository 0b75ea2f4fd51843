import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emailPattern, id, itemResponse, text, wireBoolean, wireCount, wireId, wireText } from './values.ts'

/** The limits of the plan and what the account uses of them. null = not stated. */
export const Plan = z.object({
  admins: wireCount,
  rooms: wireCount,
  users: wireCount,
  keywords: wireCount,
  usedAdmins: wireCount,
  usedKeywords: wireCount,
  usedRooms: wireCount,
  exceed: wireBoolean,
})
export type Plan = z.output<typeof Plan>

export const Account = z.object({
  id,
  email: wireText,
  name: wireText,
  testLevel: z.optional(z.nullable(z.number())),
  type: z.optional(z.nullable(z.number())),
  passwordSet: z.optional(wireBoolean),
  company: wireText,
  paymentEmail: wireText,
  /** null or '' = not set. Cannot be changed once set. */
  currency: wireText,
  /** ISO 3166-1 numeric on our service; 0 or null = not set (docs/assumptions.md row 6). */
  countryId: z.nullable(wireId),
  address: wireText,
  city: wireText,
  state: wireText,
  unit: wireText,
  zipCode: wireText,
  reservedName: wireText,
  plan: Plan,
})
export type Account = z.output<typeof Account> & { isReduced?: true | undefined }

/** The account's secret. The gateway removes it from the account that it returns to the page, and returns it separately after step-up authentication. */
export const TokenKey = z.object({ tokenKey: z.optional(z.nullable(z.string())) })

const line = z.optional(text(200))
const email = z.optional(text(254).check(z.regex(emailPattern, 'must be an e-mail address')))
const optionalEmail = z.optional(
  text(254).check(z.refine((value) => value === '' || emailPattern.test(value), 'must be an e-mail address or empty')),
)

export const AccountDraft = z.object({
  name: line,
  email,
  company: line,
  countryId: z.optional(z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(999_999)))),
  address: line,
  city: line,
  state: line,
  unit: line,
  zipCode: line,
  paymentEmail: optionalEmail,
  reservedName: line,
})

/** The response of `accountRead` without the secret. With `isReduced`, what the person may not read is empty (gateway/reduced.ts). */
export const AccountResponse = itemResponse(z.object({ ...Account.shape, isReduced: z.optional(z.literal(true)) }))

/** Without `account.read`, little of the answer is left (gateway/reduced.ts). */
export const accountRead = endpoint('GET /account', 'signed-in', 'Read the account and its plan', {
  response: itemResponse(z.object({ ...Account.shape, ...TokenKey.shape })),
  clientResponse: AccountResponse,
})

export const accountUpdate = endpoint('PUT /account', 'account.write', 'Change the account', { body: AccountDraft })

const notACode = 'must be a code of three capital letters, such as EUR'

export const currencySet = endpoint('PUT /account/currency', 'account.currency', 'Set the account currency, once', {
  nonIdempotent: true,
  description: 'The currency can be set only once and never changed.',
  body: z.object({ currency: z.string().check(z.maxLength(3, { error: notACode, abort: true }), z.regex(/^[A-Z]{3}$/, notACode)) }),
})
