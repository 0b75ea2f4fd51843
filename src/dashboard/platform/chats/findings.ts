import type { Chat } from '#contract/chats.ts'
import { withSoundNames } from '#contract/settings-derive.ts'
import { diagnose, rules, type DoctorFinding } from '#contract/settings-doctor.ts'
import { soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'

interface Diagnosis {
  currency: string
  catalogue: Catalogue | undefined
  findings: DoctorFinding[]
}

/** A chat that did not change is the same object after the next reading; thousands are not judged again for one that did. */
const judged = new WeakMap<Chat, Diagnosis>()

/** What the settings doctor says of a chat; nothing of one whose settings are left out. @param catalogue undefined: sounds have no names, and there are no findings about them */
export function findingsOf(chat: Chat, currency: string, catalogue: Catalogue | undefined): DoctorFinding[] {
  if (chat.isReduced) return []
  const known = judged.get(chat)
  if (known?.currency === currency && known.catalogue === catalogue) return known.findings
  const findings = diagnose(catalogue ? withSoundNames(chat, soundName(catalogue)) : chat, { currency })
  judged.set(chat, { currency, catalogue, findings })
  return findings
}

/** @param wanted the name of a rule; '1' or null: any */
export function hasFinding(chat: Chat, currency: string, catalogue: Catalogue, wanted: string | null): boolean {
  const findings = findingsOf(chat, currency, catalogue)
  return wanted === null || wanted === '1' ? findings.length > 0 : findings.some(({ rule }) => rule === wanted)
}

export const titleOf = (wanted: string): string | undefined => rules.find(({ rule }) => rule === wanted)?.title
