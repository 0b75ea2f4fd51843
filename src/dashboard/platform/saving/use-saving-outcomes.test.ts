// @vitest-environment happy-dom
import { notificationsStore } from '@mantine/notifications'
import { act } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import { atFirst, draft, openForm, startAfresh } from './test-saving.ts'

/** What may come of a save other than success: conflicts, values that were not kept, and answers that never arrive. */

beforeEach(startAfresh)

const harbour = { company: 'Harbour', city: 'Porto' }

describe('values that the service did not keep', () => {
  async function saveWithout() {
    const form = openForm()
    await form.type('company', 'Harbour')
    await form.type('city', 'Lisboa')
    await form.save()
    await form.end(undefined, { company: 'Hbr', city: 'Lx' })
    return form
  }
  const listOf = ({ result }: ReturnType<typeof openForm>) => result.current.saving.notKept.map(({ name }) => name)

  test('are listed, and are edits no more', async () => {
    const form = await saveWithout()
    expect(form.result.current.saving.notKept).toEqual([
      { name: 'company', intended: 'Harbour', kept: 'Hbr' },
      { name: 'city', intended: 'Lisboa', kept: 'Lx' },
    ])
    expect(form.result.current.edits.editedNames()).toEqual([])
    expect(form.shown).toEqual([[{ company: 'Hbr', city: 'Lx' }, true]])
  })

  test('are dismissed one by one, or all at once', async () => {
    const form = await saveWithout()
    await act(async () => form.result.current.saving.dismiss('company'))
    expect(listOf(form)).toEqual(['city'])
    await act(async () => form.result.current.saving.dismiss())
    expect(listOf(form)).toEqual([])
  })

  test('become edits again, to be saved once more', async () => {
    const form = await saveWithout()
    await act(async () => form.result.current.saving.putBack(form.result.current.saving.notKept[1]!))
    expect(listOf(form)).toEqual(['company'])
    expect(form.result.current.edits.editedNames()).toEqual(['city'])
    await form.save()
    expect(form.service.writes[0]!.sent).toEqual({ company: 'Hbr', city: 'Lisboa' })
    expect(listOf(form)).toEqual([])
    await form.end()
    expect(form.result.current.edits.editedNames()).toEqual([])
  })

  test('are forgotten when the edits are discarded', async () => {
    const form = await saveWithout()
    await act(async () => form.result.current.saving.discard())
    expect(listOf(form)).toEqual([])
  })
})

describe('a conflict with what someone else saved', () => {
  async function saveOver() {
    const form = openForm()
    await form.type('company', 'Harbour')
    form.service.held = { company: 'Theirs', city: 'Braga' }
    await form.save()
    expect(form.result.current.saving.conflicts?.about).toEqual([{ name: 'company', base: 'Tidewater', mine: 'Harbour', theirs: 'Theirs' }])
    return form
  }

  test('is won by the edits that the person chooses', async () => {
    const form = await saveOver()
    await act(async () => form.result.current.saving.conflicts!.answer(['company']))
    expect(form.service.writes[0]!.sent).toEqual({ company: 'Harbour', city: 'Braga' })
  })

  test('that the person leaves open sends nothing and keeps the edits', async () => {
    const form = await saveOver()
    await act(async () => form.result.current.saving.conflicts!.answer(null))
    expect([form.service.writes, form.shown, form.result.current.edits.editedNames()]).toEqual([[], [], ['company']])
  })
})

describe('a save that needs a review', () => {
  test('is not sent before it; then the reviewed edits are, and the others stay', async () => {
    const form = openForm({ needsReview: true })
    await form.type('company', 'Harbour')
    await form.type('city', 'Lisboa')
    await form.save()
    expect([form.reviews, form.service.writes]).toEqual([[{ company: 'Harbour', city: 'Lisboa' }], []])
    await form.save(['company'])
    expect(form.service.writes[0]!.sent).toEqual(harbour)
    await form.end()
    expect(form.result.current.edits.base).toEqual(harbour)
    expect(form.result.current.edits.editedNames()).toEqual(['city'])
  })
})

describe('a save whose outcome could not be read', () => {
  const lost = new Failure('timed-out')
  /** @param answered whether the write itself was confirmed */
  async function saveUnread(answered: boolean) {
    const form = openForm()
    await form.type('company', 'Harbour')
    await form.save()
    form.service.unreadable = lost
    await form.end(answered ? undefined : lost)
    await vi.waitFor(() => expect(form.result.current.saving.busy).toBe(false))
    return form
  }
  const checkAgain = async ({ result }: ReturnType<typeof openForm>) => {
    await act(async () => result.current.saving.checkAgain())
    await vi.waitFor(() => expect(result.current.saving.busy).toBe(false))
  }

  test('but was confirmed counts as saved until it can be checked', async () => {
    const form = await saveUnread(true)
    expect(form.result.current.saving.unchecked).toMatchObject({ isConfirmed: true })
    expect(form.result.current.edits.base).toEqual(harbour)
    expect(form.shown).toEqual([[harbour, false]])
    expect(draft()).toBeUndefined()
    await checkAgain(form)
    expect(form.result.current.saving.unchecked).toMatchObject({ isConfirmed: true })
    form.service.unreadable = null
    form.service.held = atFirst
    await checkAgain(form)
    expect(form.result.current.saving.unchecked).toBeNull()
    expect(form.result.current.saving.notKept).toEqual([{ name: 'company', intended: 'Harbour', kept: 'Tidewater' }])
  })

  test('and was not confirmed stays an edit; once the service holds it, it is none', async () => {
    const form = await saveUnread(false)
    expect(form.result.current.saving.unchecked).toMatchObject({ isConfirmed: false, because: lost })
    expect([form.result.current.edits.editedNames(), form.shown]).toEqual([['company'], []])
    await form.type('city', 'Lisboa')
    form.service.unreadable = null
    form.service.held = harbour
    await checkAgain(form)
    expect(form.result.current.saving.unchecked).toBeNull()
    expect(form.result.current.edits.editedNames()).toEqual(['city'])
    expect(form.shown).toEqual([[harbour, true]])
  })

  test('and had no effect is reported as failed, with its edits', async () => {
    const form = await saveUnread(false)
    form.service.unreadable = null
    await checkAgain(form)
    await vi.waitFor(() => expect(form.result.current.saving.error).toMatchObject({ kind: 'timed-out', hadNoEffect: true }))
    expect(form.result.current.saving.unchecked).toBeNull()
    expect(form.result.current.edits.editedNames()).toEqual(['company'])
  })

  test('is remembered where its page was left', async () => {
    const { unmount, service } = await saveUnread(false)
    unmount()
    const form = openForm({ service })
    expect(form.result.current.saving.unchecked).toMatchObject({ isConfirmed: false })
    service.unreadable = null
    service.held = harbour
    await checkAgain(form)
    expect(form.result.current.saving.unchecked).toBeNull()
    expect(form.result.current.edits.editedNames()).toEqual([])
  })
})

test('a save is reported as one only if everything was kept', async () => {
  // Not those of the tests before, which may come late: the code of toasts is loaded with the first one.
  const saved = 'Club saved'
  const reported = () => {
    const { notifications, queue } = notificationsStore.getState()
    return [...notifications, ...queue].filter(({ message }) => JSON.stringify(message).includes(saved))
  }
  const form = openForm({ savedMessage: saved })
  const saveCompany = async (company: string, kept = company) => {
    await form.type('company', company)
    await form.save()
    await form.end(undefined, { company: kept, city: 'Porto' })
  }
  await saveCompany('Harbour')
  await vi.waitFor(() => expect(reported()).toHaveLength(1))
  await saveCompany('Harbour Ltd', 'Harbour')
  await saveCompany('Quay')
  await vi.waitFor(() => expect(reported().length).toBeGreaterThan(1))
  expect(reported()).toHaveLength(2)
})
