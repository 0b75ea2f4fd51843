import { chatTitle } from '#contract/chat-title.ts'
import type { LabelUse } from '#contract/workspace/rules.ts'
import { changed, type LabelChange } from '#dashboard/platform/chats/change-labels.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'

/** What chats join and leave with a change of their labels, a sentence each. */

interface NamedChat {
  id: number
  name: string
}

type Words = Record<'joins' | 'leaves', [one: string, many: string]>

const words: Record<LabelUse['kind'], Words> = {
  liveRule: {
    joins: ['The live rule “{rule}” acts on new messages in {chat}.', 'The live rule “{rule}” acts on new messages in {count} more chats.'],
    leaves: ['The live rule “{rule}” no longer acts in {chat}.', 'The live rule “{rule}” no longer acts in {count} of these chats.'],
  },
  shadowRule: {
    joins: ['The rule “{rule}”, in shadow, reads {chat}.', 'The rule “{rule}”, in shadow, reads {count} more chats.'],
    leaves: [
      'The rule “{rule}”, in shadow, no longer reads {chat}.',
      'The rule “{rule}”, in shadow, no longer reads {count} of these chats.',
    ],
  },
  preset: {
    joins: [
      'The preset “{rule}” is also for {chat} when it is turned on.',
      'The preset “{rule}” is also for {count} more chats when it is turned on.',
    ],
    leaves: [
      'The preset “{rule}” is no longer for {chat} when it is turned on.',
      'The preset “{rule}” is no longer for {count} of these chats when it is turned on.',
    ],
  },
}

export function labelEffects(uses: readonly LabelUse[], chats: readonly NamedChat[], labels: ChatLabels, change: LabelChange): string[] {
  const after: ChatLabels = new Map(chats.map(({ id }) => [id, changed(labels.get(id) ?? [], change)]))
  return uses.flatMap((use) => {
    const before = new Set(chosenChats(use, chats, labels))
    const then = new Set(chosenChats(use, chats, after))
    const say = (kind: keyof Words, some: NamedChat[]) =>
      some[0] ? [plural(some.length, ...words[use.kind][kind], { rule: use.name, chat: chatTitle(some[0]) })] : []
    return [
      ...say(
        'joins',
        [...then].filter((chat) => !before.has(chat)),
      ),
      ...say(
        'leaves',
        [...before].filter((chat) => !then.has(chat)),
      ),
    ]
  })
}
