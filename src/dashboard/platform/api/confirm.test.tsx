// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { queryClient } from './query.ts'
import type { Confirmation } from './ConfirmDialog.tsx'
import { confirm, ConfirmHost } from './confirm.tsx'

/** How often the action was started; the test settles each run. */
let runs: { resolve: () => void; reject: (reason: unknown) => void }[] = []

const run = () => new Promise<void>((resolve, reject) => void runs.push({ resolve, reject }))

async function ask(more: Partial<Confirmation> = {}) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
  act(() => confirm({ title: 'Delete Lobby?', body: '12 messages go with it.', confirmLabel: 'Delete chat', run, ...more }))
  return screen.findByRole('dialog', { name: 'Delete Lobby?' })
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => act(async () => void fireEvent.click(button(name)))
const submit = (dialog: HTMLElement) => act(async () => void fireEvent.submit(dialog.querySelector('form')!))
const type = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const end = (finish: (running: (typeof runs)[number]) => void) => act(async () => finish(runs.at(-1)!))

// React then renders the effects of a mutation inside act().
notifyManager.setScheduler(queueMicrotask)
// The dialog is loaded on first use, which can take longer on a busy machine.
beforeAll(() => import('./ConfirmDialog.tsx'))

beforeEach(() => {
  runs = []
})
afterEach(async () => {
  const cancel = screen.queryByRole<HTMLButtonElement>('button', { name: 'Cancel' })
  if (cancel) {
    fireEvent.click(cancel)
    await isGone()
  }
  cleanup()
})

test('the dialog names the object and the consequences, and focuses Cancel', async () => {
  const dialog = await ask({ danger: true })
  expect(within(dialog).getByText('12 messages go with it.').isConnected).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel')))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('Cancel does not start the action', async () => {
  await ask()
  await press('Cancel')
  await isGone()
  expect(runs).toHaveLength(0)
})

test('the dialog stays open while the action runs, and the action starts only once', async () => {
  const dialog = await ask()
  // Both presses come before React can render.
  await act(async () => {
    fireEvent.click(button('Delete chat'))
    fireEvent.click(button('Delete chat'))
    fireEvent.submit(dialog.querySelector('form')!)
  })
  expect(runs).toHaveLength(1)
  expect(button('Cancel').disabled).toBe(true)
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(screen.getByRole('dialog')).toBe(dialog)
  await end(({ resolve }) => resolve())
  await isGone()
})

describe('typed confirmation', () => {
  test('the button is disabled until the text is typed, for clicks and for Enter', async () => {
    const dialog = await ask({ typed: 'Lobby' })
    await waitFor(() => expect(document.activeElement).toBe(button('Cancel')))
    for (const text of ['', 'Lobb', 'lobby', 'Lobby 2', ' ']) {
      type(text)
      expect(button('Delete chat').getAttribute('aria-disabled'), text).toBe('true')
      await press('Delete chat')
      await submit(dialog)
    }
    expect(runs).toHaveLength(0)
  })

  test.each(['Lobby', ' Lobby '])('typing %j enables the action', async (text) => {
    await ask({ typed: 'Lobby' })
    type(text)
    expect(button('Delete chat').getAttribute('aria-disabled')).toBeNull()
    await press('Delete chat')
    expect(runs).toHaveLength(1)
    await end(({ resolve }) => resolve())
    await isGone()
  })

  test('a name with spaces around it can be typed as displayed', async () => {
    await ask({ typed: ' Lobby  ' })
    type('Lobby')
    await press('Delete chat')
    expect(runs).toHaveLength(1)
    await end(({ resolve }) => resolve())
  })
})

describe('when the action fails', () => {
  test('the dialog shows the reason, keeps the typed text and allows another try', async () => {
    await ask({ typed: 'Lobby' })
    type('Lobby')
    await press('Delete chat')
    await end(({ reject }) => reject(new Failure('refused', { serviceMessage: 'The chat is locked.' })))
    expect(screen.getByRole('dialog').textContent).toContain('Not done. Refused. The service answered “The chat is locked”.')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Lobby')
    expect(button('Cancel').disabled).toBe(false)

    await press('Delete chat')
    expect(screen.getByRole('dialog').textContent).not.toContain('Refused')
    await end(({ resolve }) => resolve())
    await isGone()
    expect(runs).toHaveLength(2)
  })

  test.each([
    [new Failure('timed-out'), 'Not confirmed. The request timed out.'],
    [new Failure('unreachable'), 'Not confirmed. The service is not responding.'],
    [new Failure('signed-out'), 'Not done. Signed out.'],
    [new TypeError('x is not a function'), 'Not done. Something went wrong on this page.'],
  ])('%s has its own message', async (failure, words) => {
    await ask()
    await press('Delete chat')
    await end(({ reject }) => reject(failure))
    expect(screen.getByRole('dialog').textContent).toContain(words)
  })

  test('the next dialog starts without the previous error', async () => {
    await ask()
    await press('Delete chat')
    await end(({ reject }) => reject(new Failure('refused')))
    await press('Cancel')
    await isGone()
    act(() => confirm({ title: 'Delete Lobby?', body: '', confirmLabel: 'Delete chat', run }))
    expect((await screen.findByRole('dialog')).textContent).not.toContain('Refused')
  })
})
