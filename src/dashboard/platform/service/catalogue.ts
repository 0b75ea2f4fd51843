import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { Failure } from '#contract/client.ts'
import type { ServiceProfile } from '#contract/service-profile.ts'
import { knownSession } from '#dashboard/platform/session/session.ts'
import type { Sound } from '#contract/saving/sounds.ts'

const NumberedSound = z.object({ id: z.number(), name: z.string().check(z.minLength(1)), label: z.string().check(z.minLength(1)) })

/** A list with unique numbers and names: a duplicate would be ambiguous. */
const soundList = z.array(NumberedSound).check((list) => {
  for (const [index, { id, name }] of list.value.entries())
    if (list.value.slice(0, index).some((other) => other.id === id || other.name === name))
      list.issues.push({ code: 'custom', input: list.value, path: [index], message: `states the sound ${id} or “${name}” twice` })
})

/** Normalizes an address, so that the case of its host and a trailing slash do not matter. */
const serviceKey = (address: string) => new URL(address).href.replace(/(?<!\/)\/+$/, '')

/** Names that the API document does not provide. They are in a file beside the page, which the operator can edit (docs/assumptions.md rows 4-6). */
const CatalogueFile = z.object({
  languages: z.record(z.string(), z.string()),
  /** The sounds of the bundled service with their numbers. For other services only the names are suggestions. */
  sounds: soundList,
  countries: z.record(z.string(), z.string()),
  /** The URL of a reserved name, with the placeholder {name}; null or missing if the service has no such pages. */
  reservedNameAddress: z.nullish(z.string()),
  /** What the operator knows about other services, by base address. */
  services: z.optional(
    z.record(z.string().check(z.refine((address) => URL.canParse(address), 'is not an address')), z.object({ sounds: soundList })),
  ),
})
type CatalogueFile = z.output<typeof CatalogueFile>

export interface Catalogue extends Omit<CatalogueFile, 'sounds' | 'services'> {
  /** Sounds with a number are confirmed for the service that the page uses. */
  sounds: Sound[]
  /** The sources of `sounds` for a remote service, and its profile. */
  remote?: { declared: CatalogueFile['sounds']; suggested: CatalogueFile['sounds']; profile: ServiceProfile }
}

let fileInPage: unknown

/** Sets the content of the file if it came with the page, so that the first read needs no request. */
export function setFileInPage(json: unknown) {
  fileInPage = json
}

async function readFile(signal: AbortSignal): Promise<unknown> {
  const inPage = fileInPage
  // Used once: another attempt after an error fetches the file.
  fileInPage = undefined
  if (inPage !== undefined) return inPage
  const answer = await fetch('/catalogue.json', { signal }).catch((cause: unknown) => {
    throw new Failure('unreachable', { cause })
  })
  return answer.json().catch(() => null)
}

export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  staleTime: Infinity,
  // A save adds what it learns to this query, so the result must stay in memory.
  gcTime: Infinity,
  queryFn: async ({ signal }): Promise<Catalogue> => {
    const parsed = CatalogueFile.safeParse(await readFile(signal))
    if (!parsed.success) throw new Failure('not-this-api', { advice: parseErrorMessage(parsed.error), cause: parsed.error })
    const { services = {}, ...file } = parsed.data
    const session = await knownSession()
    if (session.service.kind === 'bundled') return file
    const here = serviceKey(session.service.address)
    const declared = Object.entries(services).find(([address]) => serviceKey(address) === here)?.[1].sounds ?? []
    // The bundled service does not need the profile, and the code of the browser database is large.
    const { withKnownProfile } = await import('./profile-store.ts')
    return withKnownProfile(file, declared, session)
  },
})

function parseErrorMessage({ issues: [issue] }: z.core.$ZodError): string {
  const place = issue?.path.join(' › ')
  return `The file catalogue.json beside this page is broken${place ? `: ${place}: ${issue?.message}` : ''}.`
}

/** “Polish”; an unknown code is shown as is, an unknown number as “Language no. 7”, even if it is a string. */
export const languageName = ({ languages }: Catalogue, language: string | number): string =>
  (Object.hasOwn(languages, language) ? languages[language] : undefined) ??
  (/^\d+$/.test(String(language)) ? `Language no. ${language}` : String(language) || 'not stated')

/** “Portugal”; an unknown ID is shown as “country no. 12”, an empty one as ''. */
export const countryName = ({ countries }: Catalogue, id: string): string =>
  id === '' ? '' : ((Object.hasOwn(countries, id) ? countries[id] : undefined) ?? `country no. ${id}`)

/** “Pop”; a number without a confirmed name is shown as “Sound no. 7”. */
export const soundLabel = ({ sounds }: Catalogue, sound: string | number): string =>
  sounds.find(({ id, name }) => id === sound || name === sound)?.label ??
  (typeof sound === 'number' ? `Sound no. ${sound}` : sound || 'not stated')

/** Returns the name to write for the number of a sound; undefined if none is confirmed. */
export const soundName =
  ({ sounds }: Catalogue) =>
  (sound: number): string | undefined =>
    sounds.find(({ id }) => id === sound)?.name
