// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setSession } from '#dashboard/platform/session/session.ts'
import { signedInAs } from '#dashboard/platform/session/test-signed-in.ts'
import { LabelsDialog } from './LabelsDialog.tsx'

afterEach(() => {
  cleanup()
  setSession({ session: null })
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('nothing is saved before it is known which rules and presets the labels are for', async () => {
  const sent: string[] = []
  let resolve: (answer: Response) => void = () => {}
  const promise = new Promise<Response>((settle) => (resolve = settle))
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(path)
    return path.endsWith('/label-uses') ? promise : new Promise(() => {})
  })
  setSession({ session: signedInAs('manager', [7]) })
  const stage = Chat.parse({ id: 7, name: 'Stage', hash: 'a1', createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '' })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <LabelsDialog chats={[stage]} all={[stage]} labels={new Map()} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const save = screen.getByRole('button', { name: 'Save' })
  const submit = () => act(async () => void fireEvent.submit(save.closest('form')!))
  fireEvent.change(screen.getByLabelText('New label'), { target: { value: 'vip' } })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  await submit()
  await waitFor(() => expect(sent).toEqual(['/bff/workspace/label-uses']))

  const use = { kind: 'liveRule', id: 'scam', name: 'Scam', labels: ['vip'], chatIds: [] }
  resolve(Response.json({ status: true, count: 1, data: [use] }))
  expect((await screen.findByRole('listitem')).textContent).toBe('The live rule “Scam” acts on new messages in Stage.')
  expect(save.getAttribute('aria-disabled')).toBeNull()
  await submit()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toContain('/records/chat-labels')
})
