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
