import { AccountDraft, AccountResponse } from '#contract/account.ts'
import type { ApiName } from '#contract/api.ts'
import { stepUpEndpoints } from '#contract/session.ts'
import { invalid } from '#http/refusal.ts'
import { freshTokenNeeded, notForTokens, notJson } from '../refusals.ts'
import type { ServiceResponse } from './service-calls.ts'
import { isObject } from './upstream.ts'

/** Step-up authentication: what cannot be undone, or could hand the account to somebody else, requires a recent confirmation: the token entered again, or a passkey. */
const stepUpNames: ReadonlySet<ApiName> = new Set(stepUpEndpoints)

interface Action {
  name: ApiName
  isFresh: boolean
  /** A scoped token, with which nothing can be confirmed. */
  isToken: boolean
  /** Whether it changes the e-mail of the account. */
  hasNewEmail: () => Promise<boolean>
}

/** Throws `fresh_token_needed` if the action needs step-up authentication that is missing, `not_for_tokens` where that is a token’s. Nothing has been sent to the service then. */
export async function requireStepUp({ name, isFresh, isToken, hasNewEmail }: Action): Promise<void> {
  if (isFresh) return
  if (stepUpNames.has(name) || (await hasNewEmail())) throw isToken ? notForTokens() : freshTokenNeeded()
}

/**
 * Whether a call changes the e-mail of the account. The page sends the whole profile with every save, so only a different address counts as a change.
 * @param readAccount reads the account of the session from the service
 */
export async function changesEmail(
  { name, body }: { name: ApiName; body: string | undefined },
  readAccount: () => Promise<ServiceResponse>,
): Promise<boolean> {
  if (name !== 'accountUpdate') return false
  const { email } = parseDraft(body)
  if (email === undefined) return false
  const stored = AccountResponse.safeParse((await readAccount()).json)
  return !stored.success || stored.data.data.email !== email
}

/**
 * The body of an account update, rebuilt from the keys of the contract, so that what is checked here is what the service receives. The original
 * could contain the e-mail twice, or with a differently cased key, which services read in different ways.
 */
export function pickAccountFields(body: string): string {
  const draft = parseDraft(body)
  const infinite = Object.keys(draft).find((key) => draft[key] === Infinity || draft[key] === -Infinity)
  // Numbers beyond 1.8e308 are parsed as Infinity and would be serialized as null, which empties a field.
  if (infinite) throw invalid({ [infinite]: ['is too large a number'] })
  try {
    return JSON.stringify(draft)
  } catch {
    // JSON.parse accepts any depth, JSON.stringify does not.
    throw invalid({ body: ['is nested too deeply'] })
  }
}

function parseDraft(body: string | undefined): Record<string, unknown> {
  let json: unknown
  try {
    json = JSON.parse(body ?? '')
  } catch {
    throw notJson()
  }
  if (!isObject(json)) throw invalid({ body: ['must be an object'] })
  return Object.fromEntries(Object.entries(json).filter(([key]) => Object.hasOwn(AccountDraft.shape, key)))
}
