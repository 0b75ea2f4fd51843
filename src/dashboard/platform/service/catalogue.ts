import { queryOptions } from '@tanstack/react-query'
import { CatalogueFile, catalogueProblem, declaredSounds } from '#contract/catalogue-file.ts'
import { Failure } from '#contract/client.ts'
import { knownSession } from '#dashboard/platform/session/session.ts'
import type { Sound } from '#engine/saving/sounds.ts'
import type { Remote } from './service-profile.ts'

export interface Catalogue extends Omit<CatalogueFile, 'sounds' | 'services'> {
  /** Sounds with a number are confirmed for the service that the page uses. */
  sounds: Sound[]
  remote?: Remote
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
    if (!parsed.success) {
      const problem = catalogueProblem(parsed.error)
      const advice = `The file catalogue.json beside this page is broken${problem && `: ${problem}`}.`
      throw new Failure('not-this-api', { advice, cause: parsed.error })
    }
    const { services, ...file } = parsed.data
    const session = await knownSession()
    if (session.service.kind === 'bundled') return file
    const declared = declaredSounds({ services }, session.service.address)
    // The bundled service has no profile.
    const { withKnownProfile } = await import('./service-profile.ts')
    return withKnownProfile<Catalogue>(file, declared, session)
  },
})

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
