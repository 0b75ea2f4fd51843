import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { Failure } from '#contract/client.ts'

/** Names that the API document does not show. A file beside the page, so that whoever deploys it may edit it (docs/assumptions.md rows 4-6). */
const Catalogue = z.object({
  languages: z.record(z.string(), z.string()),
  sounds: z.array(z.object({ id: z.number(), name: z.string(), label: z.string() })),
  countries: z.record(z.string(), z.string()),
  /** Where a reserved name leads, with {name} in it; null or missing where the service has no such pages. */
  reservedNameAddress: z.nullish(z.string()),
})
export type Catalogue = z.output<typeof Catalogue>

export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => {
    const answer = await fetch('/catalogue.json', { signal }).catch((cause: unknown) => {
      throw new Failure('unreachable', { cause })
    })
    const parsed = Catalogue.safeParse(await answer.json().catch(() => null))
    if (!parsed.success)
      throw new Failure('not-this-api', { advice: 'The file catalogue.json beside this page is broken.', cause: parsed.error })
    return parsed.data
  },
})

/** "Polish"; an unknown code is shown as it is, an unknown number as "Language no. 7", also where it came as text. */
export const languageName = ({ languages }: Catalogue, language: string | number): string =>
  (Object.hasOwn(languages, language) ? languages[language] : undefined) ??
  (/^\d+$/.test(String(language)) ? `Language no. ${language}` : String(language) || 'not stated')

/** "Portugal"; an unknown id is shown as "country no. 12", none as ''. */
export const countryName = ({ countries }: Catalogue, id: string): string =>
  id === '' ? '' : ((Object.hasOwn(countries, id) ? countries[id] : undefined) ?? `country no. ${id}`)

/** "Pop"; an unknown number is shown as "sound no. 7". */
export const soundLabel = ({ sounds }: Catalogue, sound: string | number): string =>
  sounds.find(({ id, name }) => id === sound || name === sound)?.label ??
  (typeof sound === 'number' ? `sound no. ${sound}` : sound || 'not stated')

/** The name to write for a sound's number, or undefined where this deployment does not know it. */
export const soundName =
  ({ sounds }: Catalogue) =>
  (sound: number): string | undefined =>
    sounds.find(({ id }) => id === sound)?.name
