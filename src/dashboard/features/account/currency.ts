import { Failure, type Call, type ReadCall } from '#contract/client.ts'
import { isOutcomeUnknown } from '#dashboard/ui/feedback/error-messages.ts'

/** The outcome of the one request, judged by reading the account afterwards. */
export type CurrencyOutcome =
  /** The account has the code. */
  | { is: 'set' }
  /** The account has another currency, which somebody else must have set. */
  | { is: 'other'; currency: string }
  /** The service refused, and the account still has none. */
  | { is: 'refused'; failure: unknown }
  /** The service confirmed it, but the account has no currency. */
  | { is: 'not kept' }
  /** No answer came, and the account has none yet: the request may still be on its way. */
  | { is: 'open' }
  /** The account could not be read. `isConfirmed`: whether the service confirmed the request; otherwise its outcome is unknown. */
  | { is: 'unknown'; failure: unknown; isConfirmed: boolean }

/**
 * Never sends the code again, whatever comes back; then the account is read (the API sets a currency only once). Codes compare
 * without regard to capitals, which a service may change.
 */
export async function setCurrency(call: Call, currency: string): Promise<CurrencyOutcome> {
  const failure = await call('currencySet', { body: { currency } }).then(
    () => null,
    (error: unknown) => error,
  )
  const held = await heldCurrency(call)
  if (held instanceof Error)
    return failure === null || isOutcomeUnknown(failure)
      ? { is: 'unknown', failure: held, isConfirmed: failure === null }
      : refused(failure)
  if (held !== '') return held.toUpperCase() === currency.toUpperCase() ? { is: 'set' } : { is: 'other', currency: held }
  if (failure === null) return { is: 'not kept' }
  return isOutcomeUnknown(failure) ? { is: 'open' } : refused(failure)
}

const refused = (failure: unknown): CurrencyOutcome => ({ is: 'refused', failure })

/** The currency of the account now, '' where it has none; the error where it cannot be read. */
export const heldCurrency = (call: ReadCall): Promise<string | Error> =>
  call('accountRead', {}).then(
    ({ data }) => data.currency,
    (error: unknown) => (error instanceof Error ? error : new Failure('unreachable')),
  )

const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })

/** "Euro", or null for a code that has no name here. */
export function currencyName(code: string): string | null {
  try {
    return names.of(code) ?? null
  } catch {
    // Anything but three letters.
    return null
  }
}

/** "EUR · Euro" */
export const currencyLabel = (code: string): string => [code, currencyName(code)].filter(Boolean).join(' · ')

/** The codes that this browser knows, as choices. */
export const knownCurrencies = () => Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: currencyLabel(code) }))

/**
 * The typed text as a currency code in upper case, or null if it cannot be one. Which codes the service accepts is not documented
 * (docs/assumptions.md row 17), so anything short without spaces may be a code.
 */
export function typedCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return /^[\p{L}\d]{2,10}$/u.test(code) ? code : null
}
