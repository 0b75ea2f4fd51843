// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { defaults, settingNames, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { SaveBar } from './SaveBar.tsx'
import { SettingRow } from './SettingRow.tsx'
import { SettingsStoreProvider, type Values } from './store.ts'

const base: Settings = { ...defaults, name: 'Aurora Live' }
const catalogue = { languages: { en: 'English' }, sounds: [{ id: 1, name: 'pop', label: 'Pop' }], countries: {} }
const nothing = () => {}

// The text area that grows with its text waits for fonts, which this DOM does not know.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
afterEach(cleanup)

/** All rows and the save bar, each telling when it is drawn. */
function Page({ drawn }: { drawn: (part: string) => void }) {
  const form = useForm<Values>({ defaultValues: base })
  return (
    <MantineProvider>
      <SettingsStoreProvider value={{ form, base, catalogue, pointedAt: null, goTo: nothing }}>
        {settingNames.map((name) => (
          <Profiler key={name} id={name} onRender={drawn}>
            <SettingRow name={name} />
          </Profiler>
        ))}
        <Profiler id="save bar" onRender={drawn}>
          <SaveBar saving={false} error={null} onSave={nothing} onReview={nothing} onDiscard={nothing} />
        </Profiler>
      </SettingsStoreProvider>
    </MantineProvider>
  )
}

function open() {
  const drawn: string[] = []
  render(<Page drawn={(part) => drawn.push(part)} />)
  const during = (work: () => void) => {
    drawn.length = 0
    act(work)
    return [...new Set(drawn)]
  }
  return { during }
}

const type = (label: string, text: string) => fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } })

test('all 60 are there, each with its control', () => {
  open()
  for (const name of settingNames) expect(document.querySelector(`#setting-${name} #setting-${name}-control`), name).not.toBeNull()
})

test('typing draws that row and the save bar, and nothing else', () => {
  const { during } = open()
  expect(during(() => type('Chat name', 'Aurora Live!')).toSorted()).toEqual(['name', 'save bar'])
  expect(during(() => type('Chat name', 'Aurora Live!!'))).toEqual(['name'])
  expect(screen.getByRole('status').textContent).toContain('1 change')
})

test('a switch also draws the rows that it decides about', () => {
  const { during } = open()
  const decided: SettingName[] = ['upload', 'uploadAdmin']
  expect(during(() => fireEvent.click(screen.getByRole('switch', { name: 'File upload' }))).toSorted()).toEqual(
    ['save bar', ...decided].toSorted(),
  )
  expect(screen.getByRole('button', { name: 'File upload is off' })).toBeTruthy()
})

test('undo puts the value back, reset the default', () => {
  open()
  fireEvent.click(screen.getByRole('switch', { name: 'Links' }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo: Links' }))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Links' }).checked).toBe(true)
  expect(screen.queryByRole('status')).toBeNull()
})

test('what is no number of seconds stays as it was typed and is refused in words', () => {
  open()
  for (const typed of ['1.5', '-1', '99999999', 'soon', '']) {
    type('Delay of the group welcome', typed)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Delay of the group welcome' }).value).toBe(typed)
    expect(screen.getByRole('alert').textContent).toContain('Delay of the group welcome must')
  }
  type('Delay of the group welcome', '30')
  expect(screen.queryByRole('alert')).toBeNull()
})
