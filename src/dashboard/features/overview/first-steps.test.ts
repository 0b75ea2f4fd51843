// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { defaults } from '#contract/settings-derive.ts'
import { setSession } from '#dashboard/platform/session/session.ts'
import { signedIn } from '#dashboard/platform/session/test-signed-in.ts'
import { useFirstSteps } from './first-steps.ts'

const chat = Chat.parse({ ...defaults, id: 3, name: 'Lobby', hash: 'a1', createDate: 0, lastUsed: null, registerTermsLink: '' })

test('the first steps stay when the list has the new chat before its creation is answered', () => {
  setSession({ session: signedIn })
  const { result, rerender } = renderHook(({ chats }) => useFirstSteps(chats), { initialProps: { chats: [] as Chat[] } })
  expect(result.current.isShown).toBe(true)
  rerender({ chats: [chat] })
  expect([result.current.isShown, result.current.chat?.id, [...result.current.done]]).toEqual([true, 3, ['create']])
})

test('an account that has chats already gets no first steps', () => {
  setSession({ session: { ...signedIn, identity: 'another' } })
  const { result } = renderHook(() => useFirstSteps([chat]))
  expect(result.current.isShown).toBe(false)
})
