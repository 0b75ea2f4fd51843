// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import { draft, openForm, startAfresh } from './test-saving.ts'

beforeEach(startAfresh)

test('what is typed while a save is under way stays an edit', async () => {
  const { result, type, save, end } = openForm()
  await type('company', 'Harbour')
  await save()
  await type('city', 'Lisboa')
  await end()
  expect(result.current.edits.base).toEqual({ company: 'Harbour', city: 'Porto' })
  expect(result.current.edits.editedNames()).toEqual(['city'])
})

test('without edits nothing is sent, and while a save is under way no second one', async () => {
  const { type, save, end, service, result } = openForm()
  await save()
  expect(service.writes).toHaveLength(0)
  await type('company', 'Harbour')
  await save()
  await type('city', 'Lisboa')
  expect(result.current.saving.busy).toBe(true)
  await save()
  expect(service.writes).toHaveLength(1)
  await end()
  expect(service.held).toEqual({ company: 'Harbour', city: 'Porto' })
})

test('who waits for a save hears whether the service confirmed it, also when its page was left', async () => {
  const { result, type, end, unmount } = openForm()
  const answers: boolean[] = []
  const saveNow = () => act(async () => void result.current.saving.saveNow().then((isSaved) => answers.push(isSaved)))
  await saveNow()
  expect(answers).toEqual([false])
  await type('company', 'Harbour')
  await saveNow()
  expect(answers).toEqual([false])
  await end(new Failure('refused'))
  expect(answers).toEqual([false, false])
  await vi.waitFor(() => expect(result.current.saving.busy).toBe(false))
  await saveNow()
  unmount()
  await end()
  await vi.waitFor(() => expect(answers).toEqual([false, false, true]))
})

test('edits with a value that is refused are not sent, and the field is shown', async () => {
  const { type, save, service, problems, result } = openForm()
  await type('company', 'Harbour')
  expect(result.current.saving.problem()).toBeNull()
  await type('city', '')
  await save()
  expect(service.writes).toHaveLength(0)
  expect(problems).toEqual(['city'])
  expect(result.current.saving.problem()).toBe('city')
  await type('city', 'Lisboa')
  await save()
  expect(service.writes).toHaveLength(1)
})

test('a save whose form was left before it was confirmed leaves no draft behind', async () => {
  const { type, save, end, unmount, service } = openForm()
  await type('company', 'Harbour')
  await save()
  unmount()
  expect(draft()).toEqual({ company: 'Harbour' })
  await end()
  expect(service.held.company).toBe('Harbour')
  expect(draft()).toBeUndefined()
})

test('a failed save keeps the edits; discarding them takes the failure away too', async () => {
  const { result, type, save, end } = openForm()
  await type('company', 'Harbour')
  await save()
  await end(new Failure('refused'))
  await vi.waitFor(() => expect(result.current.saving.error).toBeInstanceOf(Failure))
  expect(result.current.edits.editedNames()).toEqual(['company'])
  await act(async () => result.current.saving.discard())
  await vi.waitFor(() => expect(result.current.saving.error).toBeNull())
  expect(result.current.edits.editedNames()).toEqual([])
})
