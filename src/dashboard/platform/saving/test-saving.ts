import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import type { Failure } from '#contract/client.ts'
import { uncheckedSaves, wholeTarget } from '#engine/saving/three-way.ts'
import { writer } from '#dashboard/platform/api/actions.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'
import { signedIn } from '#dashboard/platform/session/test-signed-in.ts'
import { draftName, readDraft, writeDraft } from './drafts.ts'
import { useEditedForm } from './use-edited-form.ts'
import { useSaving } from './use-saving.ts'

/** A form of two fields and the service that it is saved to, whose answers tests decide. */

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface would not fit Record<string, ...>
type Profile = { company: string; city: string }

interface Service {
  held: Profile
  /** Each write waits for its turn, and fails with what it is given. */
  writes: { sent: Profile; end: (failure?: Failure, kept?: Profile) => void }[]
  /** Why reads fail; null: they succeed. */
  unreadable: Failure | null
}

export const atFirst: Profile = { company: 'Tidewater', city: 'Porto' }

/** Before each test: nothing of the one before is left, whose form would otherwise write its draft later. */
export function startAfresh() {
  cleanup()
  localStorage.clear()
  uncheckedSaves.clear()
  setSession({ session: signedIn })
  writeDraft(draftName('profile'), { base: {}, changes: {}, at: 0 })
}

const newService = (): Service => ({ held: atFirst, writes: [], unreadable: null })

/**
 * @param needsReview whether a save needs a review first
 * @param savedMessage what is said of a save
 */
export function openForm({ service = newService(), needsReview = false, savedMessage = 'Profile saved' } = {}) {
  const problems: string[] = []
  /** What the rest of the page was shown, and whether it was read back. */
  const shown: [Profile, boolean][] = []
  const reviews: Profile[] = []
  const read = async () => {
    if (service.unreadable) throw service.unreadable
    return service.held
  }
  const write = (sent: Profile) =>
    new Promise<void>((resolve, reject) =>
      service.writes.push({
        sent,
        end: (failure, kept) => {
          if (kept) service.held = kept
          if (failure) return reject(failure)
          service.held = kept ?? sent
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
        savedMessage,
        writes: writer('accountUpdate'),
        target: () => wholeTarget(read, write),
        onSaved: (held: Profile, isChecked) => shown.push([held, isChecked]),
        onProblem: (name) => problems.push(name),
        needsReview: (values) => needsReview && reviews.push(values) > 0,
      })
      return { edits, saving }
    },
    { wrapper },
  )
  return {
    service,
    /** The fields that were shown because their values are refused. */
    problems,
    shown,
    reviews,
    result,
    unmount,
    type: (name: keyof Profile, value: string) =>
      act(async () => result.current.edits.form.setValue(name, value, { shouldDirty: true, shouldValidate: true })),
    save: (reviewed?: (keyof Profile)[]) => act(async () => result.current.saving.save(reviewed)),
    end: (failure?: Failure, kept?: Profile) => act(async () => service.writes.shift()!.end(failure, kept)),
  }
}

/** The edits that this browser keeps. */
export const draft = () => readDraft(draftName('profile'))?.changes
