// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setSession } from '#dashboard/platform/session/session.ts'
import { signedIn } from '#dashboard/platform/session/test-signed-in.ts'
import { draftName, readDraft } from './drafts.ts'
import { wholeTarget } from '#contract/saving/three-way.ts'
import { useEditedForm } from './use-edited-form.ts'
import { writer } from '#dashboard/platform/api/actions.ts'
import { useSaving } from './use-saving.ts'

interface Service {
  held: Profile
  /** Each write waits for its turn, and fails with what it is given. */
  writes: { end: (failure?: Failure) => void }[]
}
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface would not fit Record<string, ...>
type Profile = { company: string; city: string }

beforeEach(() => {
  localStorage.clear()
  setSession({ session: signedIn })
})

function openForm() {
  const atFirst = { company: 'Tidewater', city: 'Porto' }
  const service: Service = { held: atFirst, writes: [] }
  const problems: string[] = []
  const write = (all: Profile) =>
    new Promise<void>((resolve, reject) =>
      service.writes.push({
        end: (failure) => {
          if (failure) return reject(failure)
          service.held = all
          resolve()
        },
      }),
    )
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client: queryClient }, children)
  const { result, unmount } = renderHook(
    () => {
      const edits = useEditedForm<Profile, Profile>({
        draftName: draftName('profile'),
        names: ['company', 'city'],
        held: atFirst,
        resolver: (values) =>
          values.city === '' ? { values: {}, errors: { city: { type: 'required', message: 'Enter a city' } } } : { values, errors: {} },
      })
      const saving = useSaving({
        edits,
        what: 'Profile',
        savedMessage: 'Profile saved',
        writes: writer('accountUpdate'),
        target: () => wholeTarget(async () => service.held, write),
        onSaved: () => {},
        onProblem: (name) => problems.push(name),
      })
      return { edits, saving }
    },
    { wrapper },
  )
  return {
    service,
    /** The fields that were shown because their values are refused. */
    problems,
    result,
    unmount,
    type: (name: keyof Profile, value: string) =>
      act(async () => result.current.edits.form.setValue(name, value, { shouldDirty: true, shouldValidate: true })),
    save: () => act(async () => result.current.saving.save()),
    end: (failure?: Failure) => act(async () => service.writes.shift()!.end(failure)),
  }
}

const draft = () => readDraft(draftName('profile'))?.changes

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
