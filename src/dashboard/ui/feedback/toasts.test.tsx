// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Toasts, toastError, toastWarning } from './toasts.tsx'

test('a message that stays has a button with a name that closes it', async () => {
  // Those of the tests before it, in the same worker.
  notifications.clean()
  notifications.cleanQueue()
  render(
    <MantineProvider>
      <Toasts />
    </MantineProvider>,
  )
  await act(async () => {
    toastWarning('Not confirmed', 'The answer was lost.')
    toastError('Not saved', new Error('lost'))
  })
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close', 'Close'])
})
