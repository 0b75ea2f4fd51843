// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { signedInAs } from '#dashboard/platform/session/test-signed-in.ts'
import { ChatsEditor } from './ChatsEditor.tsx'
import type { ChatChoice } from '#contract/chat-choice.ts'
import { chatsProblem, singleChatsReason } from './reach-reasons.ts'

const stage = Chat.parse({ id: 7, name: 'Stage', hash: 'a1', createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '' })
const labels = new Map([[7, ['vip']]])
const manager = signedInAs('manager', [7]).team!.person
const reason = 'All chats, and labels, which any chat may get, need the permission “Write rules and put them live” in all chats.'

function open(person: typeof manager, value: ChatChoice) {
  let choice = value
  function Form() {
    const [edited, setEdited] = useState(value)
    const change = (next: ChatChoice) => {
      choice = next
      setEdited(next)
    }
    return (
      <ChatsEditor
        chats={[stage]}
        labels={labels}
        value={edited}
        onChange={change}
        onlySingle={singleChatsReason(person, 'rules.write')}
        error={chatsProblem(person, 'rules.write', edited)}
      />
    )
  }
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Form />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const all = screen.getByRole<HTMLInputElement>('radio', { name: 'All chats, including new ones' })
  const vip = () => screen.getByRole('button', { name: /^vip/ })
  const reasonOf = (control: HTMLElement) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
  return { all, vip, reasonOf, choice: () => choice }
}

test('who has some chats chooses single ones: all chats and labels are disabled, and say why', () => {
  const { all, vip, reasonOf, choice } = open(manager, { labels: [], chatIds: [7] })
  expect([all.disabled, reasonOf(all)]).toEqual([true, reason])
  expect([vip().getAttribute('aria-disabled'), reasonOf(vip())]).toEqual(['true', reason])
  fireEvent.click(vip())
  expect(choice()).toEqual({ labels: [], chatIds: [7] })
})

test('what someone else chose stays visible as it is, cannot be saved, and can be taken out', () => {
  const { all, vip, choice } = open(manager, 'all')
  expect([all.checked, all.disabled]).toEqual([true, true])
  expect(screen.getByText('Choose single chats')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Only these' }))
  expect(choice()).toEqual({ labels: [], chatIds: [] })
  expect([all.checked, vip().getAttribute('aria-disabled')]).toEqual([false, 'true'])
})

test('a label that someone else chose can be taken out, and chats that the person cannot see go with the next change', () => {
  const { vip, choice } = open(manager, { labels: ['vip'], chatIds: [8] })
  expect([vip().getAttribute('aria-pressed'), vip().getAttribute('aria-disabled')]).toEqual(['true', null])
  fireEvent.click(vip())
  expect(choice()).toEqual({ labels: [], chatIds: [8] })
  expect(screen.getByText(/^You don’t have the permission “Write rules and put them live” in some of these chats/)).toBeTruthy()
})

test.each([
  ['who has all chats', signedInAs('manager', 'all').team!.person],
  ['who signed in with the token', null],
])('%s chooses all of them, and labels', (_, person) => {
  const { all, vip, choice } = open(person, { labels: [], chatIds: [7] })
  fireEvent.click(vip())
  expect(choice()).toEqual({ labels: ['vip'], chatIds: [7] })
  fireEvent.click(all)
  expect(choice()).toBe('all')
  expect(screen.queryByText(reason)).toBeNull()
})
