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
 * What was typed as a code of its own, in capitals (assumptions.md row 17), or null where it can be none. The list of the service is not known, so
 * anything short without spaces may be one.
 */
export function typedCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return /^[\p{L}\d]{2,10}$/u.test(code) ? code : null
}
