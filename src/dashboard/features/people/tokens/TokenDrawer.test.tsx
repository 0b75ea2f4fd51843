// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { ScopedTokenDraft } from '#contract/gateway/scoped-tokens.ts'
import { draftOf, emptyToken, expiryChoices, tokenProblems } from './TokenDrawer.tsx'

const filled = { ...emptyToken, label: ' Nightly report ', chats: '3,7' }

test('what the form accepts, the gateway accepts', () => {
  for (const { value } of expiryChoices) {
    const draft = draftOf({ ...filled, expiresIn: value })
    expect(ScopedTokenDraft.safeParse(draft).data).toEqual({
      label: 'Nightly report',
      role: 'moderator',
      chats: [3, 7],
      expiresInDays: Number(value),
    })
  }
})

test('a role without chats needs none', () => {
  expect(tokenProblems({ ...filled, chats: '' })).toEqual({ chats: 'Choose at least one chat' })
  expect(tokenProblems({ ...filled, chats: '', role: 'accountant' })).toEqual({})
  expect(draftOf({ ...filled, role: 'accountant' }).chats).toEqual([])
})

test('a label is needed', () => {
  expect(tokenProblems({ ...filled, label: '  ' })).toEqual({ label: 'Enter a label' })
  expect(tokenProblems({ ...filled, label: 'x'.repeat(101) })).toEqual({ label: 'At most 100 characters' })
})
