// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor, type RenderHookOptions } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { defaults } from '#contract/settings-derive.ts'
import { runWrite } from '#dashboard/platform/api/actions.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'
import { signedIn } from '#dashboard/platform/session/test-signed-in.ts'
import { useFirstSteps } from './FirstSteps.tsx'

const chat = Chat.parse({ ...defaults, id: 3, name: 'Lobby', hash: 'a1', createDate: 0, lastUsed: null, registerTermsLink: '' })

const wrapper: RenderHookOptions<unknown>['wrapper'] = ({ children }) =>
  createElement(QueryClientProvider, { client: queryClient }, children)

test('the step that creates the chat stays open until the creation is answered, even when the list has the chat before', async () => {
  setSession({ session: signedIn })
  const { result, rerender } = renderHook(({ chats }) => useFirstSteps(chats), { initialProps: { chats: [] as Chat[] }, wrapper })
  const shown = () => [result.current.isShown, result.current.chat?.id, [...result.current.done]]
  expect(result.current.isShown).toBe(true)
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  void runWrite('chatCreate', () => isAnswered)
  rerender({ chats: [chat] })
  expect(shown()).toEqual([true, undefined, []])
  answer()
  await waitFor(() => expect(shown()).toEqual([true, 3, ['create']]))
})

test('an account that has chats already gets no first steps', () => {
  setSession({ session: { ...signedIn, identity: 'another' } })
  const { result } = renderHook(() => useFirstSteps([chat]), { wrapper })
  expect(result.current.isShown).toBe(false)
})
