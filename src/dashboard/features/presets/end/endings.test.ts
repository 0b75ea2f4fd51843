import { expect, test } from 'vitest'
import type { EndingValue, PresetEndPreview } from '#contract/workspace/presets.ts'
import { choicesOf, countOf, decideAll, decisionKey, endingsOf, keptDecisions, restoredCount } from './endings.ts'

const value = (setting: string, kind: EndingValue['kind'], now: EndingValue['now'] = false): EndingValue => ({
  setting,
  kind,
  now,
  set: false,
  before: true,
  over: '',
  changed: null,
})
const chat = (chatId: number, ...values: EndingValue[]): PresetEndPreview['chats'][number] => ({
  chatId,
  name: `Chat ${chatId}`,
  message: '',
  isGone: false,
  copyOf: null,
  values,
  soundsAtRisk: [],
})

const preview: PresetEndPreview = {
  readAt: 0,
  chats: [
    chat(1, value('anonymous', 'back'), value('allowLinks', 'back'), value('groupChatWelcomeMessage', 'decide', 'Encore at 21:15')),
    chat(2, value('anonymous', 'already', true), value('groupChatWelcomeMessage', 'decide', 'Crew only')),
    chat(3, value('upload', 'under')),
  ],
}

test('values are listed by what ending means for them', () => {
  const listed = (kind: EndingValue['kind']) => endingsOf(preview, kind).map(({ chat, values }) => [chat.chatId, values.length])
  expect([listed('back'), listed('decide'), listed('already'), listed('under')]).toEqual([
    [[1, 2]],
    [
      [1, 1],
      [2, 1],
    ],
    [[2, 1]],
    [[3, 1]],
  ])
  expect(countOf(endingsOf(preview, 'decide'))).toBe(2)
})

test('what nobody decided is kept, and each choice names the value that was seen', () => {
  const decisions = { [decisionKey(2, 'groupChatWelcomeMessage')]: 'back' } as const
  expect(choicesOf(preview, decisions)).toEqual([
    { chatId: 1, setting: 'groupChatWelcomeMessage', seen: 'Encore at 21:15', put: 'keep' },
    { chatId: 2, setting: 'groupChatWelcomeMessage', seen: 'Crew only', put: 'back' },
  ])
  expect([restoredCount(preview, {}), restoredCount(preview, decisions), restoredCount(preview, decideAll(preview, 'back'))]).toEqual([
    2, 3, 4,
  ])
})

test('after they were read again, decisions about what is still the same are kept', () => {
  const decisions = decideAll(preview, 'back')
  const [first, second] = preview.chats
  const changedAgain = chat(2, value('groupChatWelcomeMessage', 'decide', 'Nobody'), value('upload', 'decide'))
  const after = { ...preview, chats: [first!, changedAgain] }
  expect(keptDecisions(decisions, preview, after)).toEqual({ [decisionKey(1, 'groupChatWelcomeMessage')]: 'back' })
  expect(keptDecisions(decisions, preview, { ...preview, chats: [second!] })).toEqual({
    [decisionKey(2, 'groupChatWelcomeMessage')]: 'back',
  })
})
