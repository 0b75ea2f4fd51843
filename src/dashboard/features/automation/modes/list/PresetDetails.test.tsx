// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { builtInPresets, type Preset } from '#contract/presets/preset.ts'
import { Chat } from '#contract/chats.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'
import { signedInAs } from '#dashboard/platform/session/test-signed-in.ts'
import { PresetDetails } from './PresetDetails.tsx'

const stage = Chat.parse({ id: 7, name: 'Stage', hash: 'a1', createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '' })
const catalogue = { languages: {}, sounds: [], countries: {} }

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  setSession({ session: signedInAs('manager', [7]) })
})
afterEach(() => {
  cleanup()
  setSession({ session: null })
  vi.unstubAllGlobals()
})

const own = (chats: Preset['chats'], isReduced?: true): KnownPreset => {
  const preset: Preset = { ...builtInPresets.lockdown, name: 'Vet evening', chats }
  const entry = { chatId: null, key: 'vet', value: preset, version: 1, changedAt: 1, changedBy: 'Ana', ...(isReduced && { isReduced }) }
  return { id: 'vet', preset, isBuiltIn: false, entry }
}

function show(known: KnownPreset) {
  const onEdit = vi.fn<() => void>()
  const nothing = () => {}
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <PresetDetails
          known={known}
          on={[]}
          chats={[stage]}
          labels={new Map()}
          catalogue={catalogue}
          onEdit={onEdit}
          onDuplicate={nothing}
          onDeleted={nothing}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const edit = screen.getByRole('button', { name: 'Edit' })
  fireEvent.click(edit)
  return { reason: document.getElementById(edit.getAttribute('aria-describedby') ?? '')?.textContent, onEdit }
}

const anyChat =
  'It may be turned on in any chat, so changing it needs the permission “Create and edit modes” in all chats. Duplicate it to make your own.'
const hidden = 'It is also for chats that you can’t see. Changing it needs the permission “Create and edit modes” in all of its chats.'

test.each<[string, KnownPreset, string]>([
  ['a built-in mode', { id: 'lockdown', preset: builtInPresets.lockdown, isBuiltIn: true, entry: null }, anyChat],
  ['one for all chats', own('all'), anyChat],
  ['one for a label', own({ labels: ['vip'], chatIds: [7] }), anyChat],
  ['one whose chats are chosen when it is turned on', own({ labels: [], chatIds: [] }), anyChat],
  ['one for chats of others, too', own({ labels: [], chatIds: [7] }, true), hidden],
])('a Manager of some chats cannot edit %s, and is told why', (_, known, reason) => {
  const shown = show(known)
  expect(shown.reason).toBe(reason)
  expect(shown.onEdit).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('a mode of which the person sees only some chats, or none, says that there are others', () => {
  show(own({ labels: [], chatIds: [] }, true))
  expect(screen.getByText('Other chats that you can’t see')).toBeTruthy()
  expect(screen.queryByText(/^None/)).toBeNull()
})

test('a mode for own chats is edited, and its last chat cannot be taken off', () => {
  const { reason, onEdit } = show(own({ labels: [], chatIds: [7] }))
  expect(reason).toBeUndefined()
  expect(onEdit).toHaveBeenCalledOnce()
  const last = screen.getByRole('button', { name: 'Remove Stage from Vet evening' })
  expect(last.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(last.getAttribute('aria-describedby')!)?.textContent).toBe(
    'Without a chat it could be turned on in any, which needs the permission “Create and edit modes” in all chats.',
  )
})
