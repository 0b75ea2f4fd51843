// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setSession } from '#dashboard/platform/session/session.ts'
import { useFieldsForm } from './use-fields-form.ts'

const keptTexts = () =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.getItem(localStorage.key(index) ?? '')).join()

test('another tab of the account that saves and drops its draft does not take the edits of this tab along', async () => {
  setSession({
    session: {
      signedIn: true,
      service: { kind: 'bundled', address: '' },
      demo: null,
      account: { id: 7, name: 'Kim', email: 'kim@example.org' },
      identity: '7@here',
      idleEnd: 4_000_000_000,
      end: 4_000_000_000,
      tokenEnd: null,
    },
  })
  const held = { company: 'Tidewater', city: 'Porto' }
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client: queryClient }, children)
  const { result } = renderHook(
    () =>
      useFieldsForm({
        what: 'Profile',
        held,
        resolver: (values) => ({ values, errors: {} }),
        read: async () => held,
        writes: 'accountUpdate',
        write: async () => {},
        onSaved: () => {},
      }),
    { wrapper },
  )
  await act(async () => result.current.form.setValue('company', 'Typed here', { shouldDirty: true }))
  expect(keptTexts()).toContain('Typed here')
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: 'profile', newValue: null }))
  expect(keptTexts()).toContain('Typed here')
})
