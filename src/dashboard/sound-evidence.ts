import type { Session } from '#contract/session.ts'
import { browserStore, type BrowserKey } from './browser-db.ts'
import type { Catalogue } from './catalogue.ts'
import { namesByNumber, noEvidence, withWrite, type ConfirmedWrite, type SoundEvidence } from './sounds.ts'

/** What the service that somebody is signed in to has shown of its sounds, kept in this browser. */
const store = browserStore<SoundEvidence>('sounds')
const keyOf = ({ account }: Session & { signedIn: true }): BrowserKey => [account.id]

/** None where nobody is signed in, and where this browser keeps nothing. */
export async function keptEvidence(session: Session): Promise<SoundEvidence> {
  const kept = session.signedIn ? await store.get(keyOf(session)).catch(() => undefined) : undefined
  return kept ?? noEvidence
}

/** Adds what a confirmed write shows. Rejects where this browser keeps nothing. */
export async function keepEvidence(session: Session, write: ConfirmedWrite): Promise<void> {
  if (!session.signedIn || session.service.kind === 'bundled') return
  await store.change(keyOf(session), (kept = noEvidence) => withWrite(kept, write))
}

/** The catalogue with what the service has shown of its sounds. */
export function withEvidence(catalogue: Catalogue, evidence: SoundEvidence): Catalogue {
  if (!catalogue.remote) return catalogue
  const { declared, suggested } = catalogue.remote
  const labelled = (name: string) => [...declared, ...suggested].find((sound) => sound.name === name)?.label ?? name
  const numbered = [...namesByNumber(declared, evidence)].toSorted(([one], [other]) => one - other)
  const names = new Set(numbered.map(([, name]) => name))
  const others = [...new Set([...declared, ...suggested].map(({ name }) => name))].filter((name) => !names.has(name))
  return {
    ...catalogue,
    sounds: [
      ...numbered.map(([id, name]) => ({ id, name, label: labelled(name) })),
      ...others.map((name) => ({ id: null, name, label: labelled(name) })),
    ],
    remote: { declared, suggested, evidence },
  }
}
