import { z } from 'zod/mini'
import { ProviderNames } from './provider-names.ts'

const NumberedSound = z.object({ id: z.number(), name: z.string().check(z.minLength(1)), label: z.string().check(z.minLength(1)) })

/** A list with unique numbers and names: a duplicate would be ambiguous. */
const soundList = z.array(NumberedSound).check((list) => {
  for (const [index, { id, name }] of list.value.entries())
    if (list.value.slice(0, index).some((other) => other.id === id || other.name === name))
      list.issues.push({ code: 'custom', input: list.value, path: [index], message: `states the sound ${id} or “${name}” twice` })
})

/** Names that the API document does not provide. They are in a file beside the page, which the operator can edit (docs/assumptions.md rows 4-6). */
export const CatalogueFile = z.object({
  languages: z.record(z.string(), z.string()),
  /** The sounds of the bundled service with their numbers. For other services only the names are suggestions. */
  sounds: soundList,
  countries: z.record(z.string(), z.string()),
  /** The URL of a reserved name, with the placeholder {name}; null or missing if the service has no such pages. */
  reservedNameAddress: z.nullish(z.string()),
  names: z.optional(ProviderNames),
  /** What the operator knows about other services, by base address. */
  services: z.optional(
    z.record(z.string().check(z.refine((address) => URL.canParse(address), 'is not an address')), z.object({ sounds: soundList })),
  ),
})
export type CatalogueFile = z.output<typeof CatalogueFile>

/** Normalizes an address, so that the case of its host and a trailing slash do not matter. */
const serviceKey = (address: string) => new URL(address).href.replace(/(?<!\/)\/+$/, '')

/** The sounds that the operator declared for the remote service at this base address. */
export function declaredSounds({ services = {} }: Pick<CatalogueFile, 'services'>, address: string): CatalogueFile['sounds'] {
  const here = serviceKey(address)
  return Object.entries(services).find(([other]) => serviceKey(other) === here)?.[1].sounds ?? []
}

/** Where the file is broken and why; '' where it is something else. */
export function catalogueProblem({ issues: [issue] }: z.core.$ZodError): string {
  const place = issue?.path.join(' › ')
  return place ? `${place}: ${issue?.message}` : ''
}
