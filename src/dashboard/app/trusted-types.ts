/**
 * The page's only conversion of text to markup or code (Trusted Types, enforced by the Content-Security-Policy). Style sheets written by Mantine
 * contain no “<”; anything that could be markup, a script or the URL of a script from another origin is rejected.
 */

interface Policies {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string; createScript: () => never; createScriptURL: (url: string) => string },
  ) => void
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes

policies?.createPolicy('default', {
  createHTML: (text) => {
    if (text.includes('<')) throw new TypeError('Markup from text is refused')
    return text
  },
  createScript: () => {
    throw new TypeError('Code from text is refused')
  },
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Scripts from other places are refused')
    return url
  },
})
