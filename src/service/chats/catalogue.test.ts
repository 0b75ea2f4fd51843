import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages, sounds } from './chat-settings.ts'

/** The names that the page shows, as they stand in the repository (docs/assumptions.md rows 4 to 6). */
const file = join(import.meta.dirname, '../../../public/catalogue.json')
const catalogue = JSON.parse(readFileSync(file, 'utf8')) as {
  languages: Record<string, string>
  sounds: { id: number; name: string; label: string }[]
  countries: Record<string, string>
}

test('the page and our service have the same sounds under the same numbers', () => {
  expect(catalogue.sounds.map(({ id, name }) => [id, name])).toEqual([...sounds.entries()])
})

test('the page and our service have the same languages', () => {
  expect(Object.keys(catalogue.languages).toSorted()).toEqual(languages.toSorted())
})

test('no name is empty, and no two are equal', () => {
  for (const names of [
    Object.values(catalogue.languages),
    catalogue.sounds.map(({ label }) => label),
    Object.values(catalogue.countries),
  ]) {
    expect(names.filter((name) => name.trim() === '')).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  }
})

test('countries are numbered as in ISO 3166-1', () => {
  expect(Object.keys(catalogue.countries).filter((id) => !/^[1-9]\d{0,2}$/.test(id))).toEqual([])
  expect(catalogue.countries).toMatchObject({ '840': 'United States', '276': 'Germany', '392': 'Japan' })
})
