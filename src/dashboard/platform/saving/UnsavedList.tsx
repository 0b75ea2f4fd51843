import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { localText, storedNames } from '#dashboard/platform/session/session-state.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { type DraftKind, readDraft, writeDraftsNow } from './drafts.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** What this browser keeps of the account and nobody has saved, which signing out deletes. */

const words: Record<DraftKind | 'bans-box', (chat: string) => string> = {
  settings: (chat) => `Settings of ${chat}`,
  hours: (chat) => `Opening hours of ${chat}`,
  'bans-box': (chat) => `Addresses to ban in ${chat}`,
  profile: () => 'The profile of the account',
  'social settings': () => 'Social settings',
  rights: () => 'Roles',
  person: () => 'What a person of the team may do',
  rule: () => 'A rule',
}
const kinds = Object.keys(words) as (keyof typeof words)[]

/** “Settings of Main stage”, “3 edits”: of all tabs, in the order of the words. */
export function keptUnsaved() {
  writeDraftsNow()
  const chats = queryClient.getQueryData(endpointQuery('chatList', {}).queryKey)?.data ?? []
  return storedNames()
    .flatMap((name) => {
      const kind = kinds.find((start) => name.startsWith(start) && /[ -]/.test(name.charAt(start.length)))
      const amount = amountOf(name, kind)
      const chatId = Number(name.split(/[ -]/).at(-1))
      const chat = chatTitle(chats.find(({ id }) => id === chatId) ?? { id: chatId, name: '' })
      return amount === null ? [] : [{ what: kind ? words[kind](chat) : 'Other edits', amount }]
    })
    .toSorted((one, other) => one.what.localeCompare(other.what, 'en'))
}

function amountOf(name: string, kind: keyof typeof words | undefined): string | null {
  if (kind === 'bans-box') {
    const lines = localText(name)
      .split('\n')
      .filter((line) => line.trim() !== '').length
    return lines > 0 ? counted(lines, 'line') : null
  }
  const draft = readDraft(name)
  return draft && counted(Object.keys(draft.changes).length, 'edit')
}

/** @param open titles of forms that are open and not saved */
export const UnsavedList = ({ kept, open }: { kept: ReturnType<typeof keptUnsaved>; open?: readonly string[] }) => (
  <ul aria-label="Unsaved">
    {kept.map(({ what, amount }) => (
      <li key={what}>
        <span className="outside">{what}</span>: {amount}
      </li>
    ))}
    {open?.map((what, index) => (
      // Two tabs may have the same form open.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={`${what} ${index}`}>
        <span className="outside">{what}</span>: open and not saved
      </li>
    ))}
  </ul>
)
