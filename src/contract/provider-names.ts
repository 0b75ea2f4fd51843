import { z } from 'zod/mini'

/**
 * What the provider calls the two social networks and the service, if the operator wrote it into catalogue.json. The API document has no names for
 * them. They are set once, by the page with its session, before anything is shown: read them when a text is shown, never when a module is loaded.
 */

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
export const ProviderNames = z.object({ networkOne: z.optional(name), networkTwo: z.optional(name), service: z.optional(name) })
export type ProviderNames = z.output<typeof ProviderNames>

let names: ProviderNames = {}

export function setProviderNames(next: ProviderNames = {}): void {
  names = next
}

/** undefined: the operator did not name it. */
export const providerName = (what: keyof ProviderNames): string | undefined => names[what]

/** Inside a sentence. */
export const serviceName = () => names.service ?? 'the service'
/** At the start of a sentence. */
export const serviceNameFirst = () => names.service ?? 'The service'

/** Texts with `{networkOne}`, `{networkTwo}` or `{service}` in them, to be shown in place of those that name nothing. */
export interface NamedTexts {
  label?: string
  help: string
}

/** The texts with the names in them; null where a name is missing. */
export function withProviderNames({ label, help }: NamedTexts): NamedTexts | null {
  const byName = new Map<string, string | undefined>(Object.entries(names))
  let isNamed = true
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, what: string) => {
      const value = byName.get(what)
      isNamed &&= value !== undefined
      return value ?? ''
    })
  const texts = { ...(label !== undefined && { label: filled(label) }), help: filled(help) }
  return isNamed ? texts : null
}
