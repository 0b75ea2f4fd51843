// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import { setSession, localJson, setLocalText } from '#dashboard/platform/session/session-state.ts'
import { signedIn } from '#dashboard/platform/session/test-signed-in.ts'
import { useFromForm } from './use-edited-form.ts'
import { useFormDraft } from './use-form-draft.ts'

const name = 'new-chat-7'
beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  setSession({ session: signedIn })
})

function openForm() {
  let renders = 0
  const { result, unmount } = renderHook(() => {
    const form = useForm({ defaultValues: { name: '', isPrivate: false } })
    useFormDraft(form, name)
    return form
  })
  const length = renderHook(() => {
    renders++
    return useFromForm(result.current, () => result.current.getValues('name').length)
  })
  return {
    values: () => result.current.getValues(),
    isDirty: () => result.current.getFieldState('name').isDirty,
    type: (text: string) => act(async () => result.current.setValue('name', text)),
    length: () => length.result.current,
    renders: () => renders,
    unmount,
  }
}
const kept = () => localJson(name, sessionStorage)

test('what is typed is kept in this tab until the form is left', async () => {
  const { type, unmount } = openForm()
  await type('Lobby')
  expect(kept()).toEqual({ name: 'Lobby', isPrivate: false })
  unmount()
  expect(kept()).toBeNull()
})

test('after a reload it is there again, as far as it fits the form of this release', () => {
  setLocalText(name, JSON.stringify({ name: 'Lobby', isPrivate: 'yes', gone: 1 }), sessionStorage)
  const { values, isDirty } = openForm()
  expect(values()).toEqual({ name: 'Lobby', isPrivate: false })
  expect(isDirty()).toBe(true)
})

test('what is selected from a form follows it, and renders again only when it changes', async () => {
  const { type, length, renders } = openForm()
  await type('Hall')
  expect(length()).toBe(4)
  const before = renders()
  await type('Room')
  expect([length(), renders()]).toEqual([4, before])
})
