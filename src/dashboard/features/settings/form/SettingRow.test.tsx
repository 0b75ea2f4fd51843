// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Profiler, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { defaults, settingNames, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { SaveBar } from '#dashboard/platform/saving/SaveBar.tsx'
import { changedNames } from '#engine/saving/three-way.ts'
import type { Saving } from '#dashboard/platform/saving/use-saving.ts'
import { createStore } from '#dashboard/ui/store.ts'
import { SettingRow } from './SettingRow.tsx'
import { edit, type HoursPart, type SettingsForm, settingsResolver, SettingsStoreProvider, type Values } from './store.ts'

const usual: Settings = { ...defaults, name: 'Aurora Live' }
const catalogue = { languages: { en: 'English' }, sounds: [{ id: 1, name: 'pop', label: 'Pop' }], countries: {} }
const nothing = () => {}

// The text area that grows with its text waits for fonts, which this DOM does not know.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
/** All rows and the save bar, each telling when it is drawn. */
interface PageProps {
  drawn: (part: string) => void
  onForm: (form: SettingsForm) => void
  base: Settings
  termsLink: string
}

function Page({ drawn, onForm, base, termsLink }: PageProps) {
  const form = useForm<Values, Settings, Values>({ defaultValues: base, context: base, resolver: settingsResolver })
  // As much as the bar reads.
  const saving = {
    form,
    busy: false,
    error: null,
    unchecked: null,
    editedNames: () => changedNames<Values>(base, form.getValues()),
    problem: () => settingNames.find((name) => form.getFieldState(name).invalid) ?? null,
  } as unknown as Saving<Settings>
  useEffect(() => onForm(form), [form, onForm])
  return (
    <MantineProvider>
      <SettingsStoreProvider
        value={{
          form,
          base,
          catalogue,
          termsLink,
          historyOf: null,
          pointedAt: null,
          goTo: nothing,
          hours: createStore<HoursPart | null>(null),
        }}
      >
        {settingNames.map((name) => (
          <Profiler key={name} id={name} onRender={drawn}>
            <SettingRow name={name} />
          </Profiler>
        ))}
        <Profiler id="save bar" onRender={drawn}>
          <SaveBar saving={saving} at="bottom" onReview={nothing} />
        </Profiler>
      </SettingsStoreProvider>
    </MantineProvider>
  )
}

async function open({ base = usual, termsLink = '' } = {}) {
  const drawn: string[] = []
  let form: SettingsForm | undefined
  const hold = (made: SettingsForm) => void (form = made)
  render(
    <Profiler id="page" onRender={(part) => drawn.push(part)}>
      <Page drawn={(part) => drawn.push(part)} onForm={hold} base={base} termsLink={termsLink} />
    </Profiler>,
  )
  // The lists of choices draw once more after they are there.
  await act(async () => {})
  /** Names the parts that were drawn. The outermost profiler is told of every one of them, so it counts only where nothing inside was drawn. */
  const during = async (work: () => void) => {
    drawn.length = 0
    await act(async () => work())
    const parts = new Set(drawn)
    if (parts.size > 1) parts.delete('page')
    return [...parts].toSorted()
  }
  return { during, form: () => form! }
}

const type = (label: string, text: string) => fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } })
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))

test('each of the 60 settings has a row with its control', async () => {
  await open()
  for (const name of settingNames) expect(document.querySelector(`#setting-${name} #setting-${name}-control`), name).not.toBeNull()
})

test('typing renders that row and the save bar, and nothing else', async () => {
  const { during } = await open()
  expect(await during(() => type('Chat name', 'Aurora Live!'))).toEqual(['name', 'save bar'])
  expect(await during(() => type('Chat name', 'Aurora Live!!'))).toEqual(['name'])
  expect(screen.getByRole('status').textContent).toContain('1 change')
})

test('a value that becomes invalid renders its row and the save bar, and nothing else', async () => {
  const { during } = await open()
  await during(() => type('Chat name', 'Aurora Live!'))
  expect(await during(() => type('Chat name', ''))).toEqual(['name', 'save bar'])
  expect(screen.getByRole('alert').textContent).toContain('Must not be empty')
  expect(await during(() => type('Chat name', ' '))).toEqual(['name'])
  expect(await during(() => type('Chat name', 'Aurora'))).toEqual(['name', 'save bar'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a switch also renders the rows that depend on it', async () => {
  const { during } = await open()
  const decided: SettingName[] = ['upload', 'uploadAdmin']
  expect(await during(() => fireEvent.click(screen.getByRole('switch', { name: 'File upload' })))).toEqual(
    ['save bar', ...decided].toSorted(),
  )
  expect(screen.getByRole('button', { name: 'No effect while File upload is off' })).toBeTruthy()
})

test('undo restores the saved value, reset the default', async () => {
  await open()
  await click(screen.getByRole('switch', { name: 'Links' }))
  await click(screen.getByRole('button', { name: 'Undo: Links' }))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Links' }).checked).toBe(true)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a text that is no number of seconds stays as typed, with the reason why it is refused', async () => {
  const { during } = await open()
  for (const typed of ['1.5', '-1', '99999999', 'soon', '']) {
    await during(() => type('Group welcome delay', typed))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Group welcome delay' }).value).toBe(typed)
    expect(screen.getByRole('alert').textContent).toContain('Must')
  }
  await during(() => type('Group welcome delay', '30'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a refusal of the service is shown on its row until the value is changed', async () => {
  const { during, form } = await open()
  await during(() => type('Chat name', 'Taken'))
  expect(await during(() => form().setError('name', { message: 'This name is taken' }))).toEqual(['name', 'save bar'])
  expect(screen.getByRole('alert').textContent).toContain('This name is taken')
  await during(() => edit(form(), 'name', 'Free'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the title of the terms link has no default to differ from, and its link is shown', async () => {
  const service = { registerTermsTitle: 'Terms and conditions', registerTermsLink: 'https://chat.example/terms' }
  await open({ base: { ...usual, registerTermsTitle: service.registerTermsTitle }, termsLink: service.registerTermsLink })
  const row = document.getElementById('setting-registerTermsTitle')!
  expect(row.textContent).not.toContain('Default is')
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: service.registerTermsLink }).href).toBe(service.registerTermsLink)
  expect(row.textContent).toContain('Set by the service')
})

test.each(['', 'data:text/html,terms', 'terms.html'])('a terms link that is no address of the web is text: %j', async (termsLink) => {
  await open({ termsLink })
  expect(document.getElementById('setting-registerTermsTitle')!.textContent).toContain(termsLink || 'none')
  expect(screen.queryByRole('link')).toBeNull()
})
