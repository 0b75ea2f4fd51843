import type { EndingValue, PresetChoice, PresetEndPreview } from '#contract/workspace/presets.ts'

/** What ending a preset means, in the order in which a person has to know it. */

type PreviewChat = PresetEndPreview['chats'][number]
type Kind = EndingValue['kind']

export interface ChatEndings {
  chat: PreviewChat
  values: EndingValue[]
}

/** The chats with values of a kind, each with those values. */
export const endingsOf = ({ chats }: PresetEndPreview, kind: Kind): ChatEndings[] =>
  chats.flatMap((chat) => {
    const values = chat.values.filter((value) => value.kind === kind)
    return values.length > 0 ? [{ chat, values }] : []
  })

export const countOf = (endings: readonly ChatEndings[]) => endings.reduce((sum, { values }) => sum + values.length, 0)

/** What the person decided, by chat and setting. What is not among them is kept. */
export type Decisions = Readonly<Record<string, PresetChoice['put']>>
export const decisionKey = (chatId: number, setting: string) => `${chatId}-${setting}`
export const decisionOn = (decisions: Decisions, chatId: number, setting: string) => decisions[decisionKey(chatId, setting)] ?? 'keep'

/** The same decision about all that is asked. */
export const decideAll = (preview: PresetEndPreview, put: PresetChoice['put']): Decisions =>
  Object.fromEntries(
    endingsOf(preview, 'decide').flatMap(({ chat, values }) => values.map(({ setting }) => [decisionKey(chat.chatId, setting), put])),
  )

/** The decisions about values that are still what the person saw, after they were read again. */
export function keptDecisions(decisions: Decisions, before: PresetEndPreview, after: PresetEndPreview): Decisions {
  const seen = new Map(choicesOf(before, decisions).map((choice) => [decisionKey(choice.chatId, choice.setting), choice]))
  return Object.fromEntries(
    choicesOf(after, {}).flatMap(({ chatId, setting, seen: now }) => {
      const key = decisionKey(chatId, setting)
      const decided = decisions[key]
      return decided !== undefined && seen.get(key)?.seen === now ? [[key, decided]] : []
    }),
  )
}

/** The choices to send: one for each question, with the value that the person saw. */
export const choicesOf = (preview: PresetEndPreview, decisions: Decisions): PresetChoice[] =>
  endingsOf(preview, 'decide').flatMap(({ chat: { chatId }, values }) =>
    values.map(({ setting, now }) => ({ chatId, setting, seen: now, put: decisionOn(decisions, chatId, setting) })),
  )

/** How many values are written when it ends. */
export const restoredCount = (preview: PresetEndPreview, decisions: Decisions): number =>
  countOf(endingsOf(preview, 'back')) + choicesOf(preview, decisions).filter(({ put }) => put === 'back').length
