// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import { Preview } from './Preview.tsx'

const saved: Settings = { ...defaults, name: 'Main stage' }

function show(edits: Partial<Settings> = {}, onClose?: () => void) {
  const preview = <Preview saved={saved} values={{ ...saved, ...edits }} hasCurrency={false} {...(onClose && { onClose })} />
  return render(<MantineProvider>{preview}</MantineProvider>)
}
const seeAs = (role: string) => fireEvent.click(screen.getByRole('radio', { name: role }))
const openScreen = (name: string) => fireEvent.change(screen.getByLabelText('Screen'), { target: { value: name } })

test('shows what the edits change, with the setting beside it', () => {
  show({ upload: false, sound_message: 'bell' })
  const list = screen.getByRole('heading', { name: 'What your edits change' }).parentElement
  expect(
    within(list!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Upload button is hiddenFile upload', 'Not shown in the previewNew message'])
})

test('shows the upload button to the roles that have it', () => {
  show({ uploadAdmin: true })
  expect(screen.getByRole('img', { name: 'Upload button: hidden' })).toBeTruthy()
  seeAs('Admin')
  expect(screen.getByRole('img', { name: 'Upload button' })).toBeTruthy()
})

test('keeps the users list open while roles are compared', () => {
  show({ p2pVideoAdmin: true })
  fireEvent.click(screen.getByRole('button', { name: /Users list/ }))
  const calls = () => within(screen.getByRole('list', { name: 'Users list' })).queryAllByRole('img', { name: 'Video call' }).length
  expect(calls()).toBe(0)
  seeAs('Admin')
  expect(calls()).toBeGreaterThan(1)
})

test('requests nothing: no link, image or player on any screen', () => {
  const { container } = show({ groupChatWelcomeMessage: '<img src=x onerror=alert(1)>', systemMessages: true })
  for (const role of ['Guest', 'User', 'Admin']) {
    seeAs(role)
    for (const name of ['chat', 'signIn', 'offline']) {
      openScreen(name)
      expect(container.querySelectorAll('a, img, audio, video, source, iframe, object, embed, form, [style*=url]')).toHaveLength(0)
    }
  }
  openScreen('chat')
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
})

test('has a close button only where it can be closed', () => {
  show()
  expect(screen.queryByRole('button', { name: 'Close the preview' })).toBeNull()
  cleanup()
  const onClose = vi.fn<() => void>()
  show({}, onClose)
  fireEvent.click(screen.getByRole('button', { name: 'Close the preview' }))
  expect(onClose).toHaveBeenCalledOnce()
})
