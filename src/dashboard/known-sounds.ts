import type { Settings, SoundName } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { catalogueQuery, soundName, type Catalogue } from './catalogue.ts'
import { queryClient } from './query.ts'
import { knownSession } from './session.ts'
import { keepEvidence, withEvidence } from './sound-evidence.ts'
import { soundsAtRisk, withWrite, type ConfirmedWrite } from './sounds.ts'

/** What is known of the service's sounds, growing with every write. */
export interface KnownSounds {
  nameOf: SoundName
  /** Of these settings, as an update sends them, the sounds that it leaves out and the service may reset. */
  atRisk: (settings: Settings) => SettingName[]
  learn: (write: ConfirmedWrite) => void
}

/** Sounds that saving these settings leaves out and may thereby change. Our own service keeps what is left out. */
export const atRisk = (catalogue: Catalogue, settings: Settings): SettingName[] =>
  catalogue.remote ? soundsAtRisk(catalogue.remote.evidence, settings, soundName(catalogue)) : []

/** What the page knows now, for a question that has to be asked before anything is sent. */
export const catalogueNow = () => queryClient.getQueryData(catalogueQuery.queryKey)

export async function knownSounds(): Promise<KnownSounds> {
  const loaded = await queryClient.ensureQueryData(catalogueQuery)
  const catalogue = () => catalogueNow() ?? loaded
  return {
    nameOf: (sound) => soundName(catalogue())(sound),
    atRisk: (settings) => atRisk(catalogue(), settings),
    learn: learnSounds,
  }
}

/** Takes what a confirmed write shows into the catalogue of this page, and keeps it in this browser. */
export function learnSounds(write: ConfirmedWrite): void {
  queryClient.setQueryData(catalogueQuery.queryKey, (catalogue) =>
    catalogue?.remote ? withEvidence(catalogue, withWrite(catalogue.remote.evidence, write)) : catalogue,
  )
  void knownSession()
    .then((session) => keepEvidence(session, write))
    .catch(() => {
      // A browser that keeps nothing learns it again.
    })
}
