import { AccountResponse, AccountDraft, accountRead } from '#contract/account.ts'
import type { ApiName } from '#contract/api.ts'
import { stepUpEndpoints } from '#contract/session.ts'
import { invalid } from '#http/refusal.ts'
import { freshTokenNeeded, notJson } from '../refusals.ts'
import { isObject, type UpstreamResponse } from './upstream.ts'

/** What cannot be taken back, or hands the account to somebody else: it needs a token that was entered again just now. */
const stepUpNames: ReadonlySet<ApiName> = new Set(stepUpEndpoints)

interface Action {
  name: ApiName
  body: string | undefined
  isFresh: boolean
  /** Asks the service, with the session's token. */
  read: (path: string) => Promise<UpstreamResponse>
}

/** Throws `fresh_token_needed` where the act needs a fresh token and there is none. Nothing of the act has reached the service then. */
export async function requireStepUp({ name, body, isFresh, read }: Action): Promise<void> {
  if (isFresh) return
  if (stepUpNames.has(name) || (name === 'accountUpdate' && (await changesEmail(body, read)))) throw freshTokenNeeded()
}

/** The page sends the whole profile with every save, so the e-mail counts only where it is another one. */
async function changesEmail(body: string | undefined, read: Action['read']): Promise<boolean> {
  const { email } = parseDraft(body)
  if (email === undefined) return false
  const stored = AccountResponse.safeParse((await read(accountRead.path)).json)
  return !stored.success || stored.data.data.email !== email
}

/**
 * The body of an account update, rebuilt from the keys of the contract: what is looked at here is what the service gets. As it came, it could hold
 * the e-mail a second time, or in capitals, which services read in different ways.
 */
export function pickAccountFields(body: string): string {
  const draft = parseDraft(body)
  const infinite = Object.keys(draft).find((key) => draft[key] === Infinity || draft[key] === -Infinity)
  // Numbers beyond 1.8e308 are read as endless and would be written as null, which empties a field.
  if (infinite) throw invalid({ [infinite]: ['is too large a number'] })
  try {
    return JSON.stringify(draft)
  } catch {
    // What can be read at any depth can be written only so deep.
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
