// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'
import { signedInAs } from '#dashboard/platform/session/test-signed-in.ts'
import { LabelsDialog } from './LabelsDialog.tsx'

afterEach(() => {
  cleanup()
  setSession({ session: null })
  vi.unstubAllGlobals()
})

/** The dialog with “vip” typed and Save pressed, before it is known which rules and presets are for labels. */
async function saveAtOnce() {
  const sent: string[] = []
  let resolve: (answer: Response) => void = () => {}
  const uses = new Promise<Response>((settle) => (resolve = settle))
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(path)
    return path.endsWith('/label-uses') ? uses : new Promise(() => {})
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
  fireEvent.change(screen.getByLabelText('New label'), { target: { value: 'vip' } })
  const save = () => act(async () => void fireEvent.submit(screen.getByRole('button', { name: 'Save' }).closest('form')!))
  await save()
  await waitFor(() => expect(sent).toEqual(['/bff/workspace/label-uses']))
  const answer = (...data: object[]) => act(async () => resolve(Response.json({ status: true, count: data.length, data })))
  return { save, answer, sent }
}

const use = { kind: 'liveRule', id: 'scam', name: 'Scam', labels: ['vip'], chatIds: [] }

test('who saves before it is known what the labels reach is shown that first', async () => {
  const { save, answer, sent } = await saveAtOnce()
  await answer(use)
  expect((await screen.findByRole('listitem')).textContent).toBe('The live rule “Scam” acts on new messages in Stage.')
  expect(sent).toHaveLength(1)
  await save()
  await waitFor(() => expect(sent[1]).toContain('/records/chat-labels'))
})

test('where nothing is for the label, it is saved as soon as that is known', async () => {
  const { answer, sent } = await saveAtOnce()
  await answer({ ...use, labels: ['other'] })
  await waitFor(() => expect(sent[1]).toContain('/records/chat-labels'))
})
