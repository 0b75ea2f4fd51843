import { afterEach, describe, expect, test, vi } from 'vitest'
import names from '../../public/catalogue.json'
import { catalogueQuery, languageName, soundLabel, soundName } from './catalogue.ts'
import { queryClient } from './query.ts'
import { settingInWords } from './setting-words.ts'

const catalogue = {
  languages: { pl: 'Polish', '7': 'Seventh' },
  sounds: [
    { id: 0, name: 'none', label: 'None' },
    { id: 1, name: 'pop', label: 'Pop' },
  ],
  countries: {},
}

test.each([
  ['pl', 'Polish'],
  [7, 'Seventh'],
  ['xx', 'xx'],
  [12, 'Language no. 12'],
  ['12', 'Language no. 12'],
  [0, 'Language no. 0'],
  ['', 'not stated'],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
])('the language %j is called %j', (language, name) => {
  expect(languageName(catalogue, language)).toBe(name)
  // The table of chats, the comparison and the activity say it in the same words.
  expect(settingInWords('langId', language, catalogue)).toBe(name)
})

test.each([
  ['pop', 'Pop'],
  [1, 'Pop'],
  [0, 'None'],
  [7, 'sound no. 7'],
  ['gong', 'gong'],
  ['', 'not stated'],
])('the sound %j is called %j', (sound, label) => {
  expect(soundLabel(catalogue, sound)).toBe(label)
})

test('a sound is written by name, and one that is not known not at all', () => {
  expect([0, 1, 7, -1].map(soundName(catalogue))).toEqual(['none', 'pop', undefined, undefined])
})

describe('the file', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })
  const answering = (answer: () => Promise<Response>) => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path)
      return answer()
    })
    return asked
  }

  test('as it is in the repository is read whole', async () => {
    const asked = answering(async () => Response.json(names))
    expect(await queryClient.fetchQuery(catalogueQuery)).toEqual(names)
    expect(asked).toEqual(['/catalogue.json'])
  })

  test.each([
    ['a page in its place', () => new Response('<html>')],
    ['a part left out', () => Response.json({ languages: {} })],
    ['a sound without a number', () => Response.json({ languages: {}, sounds: [{ name: 'pop', label: 'Pop' }], countries: {} })],
  ])('%s is named as the cause', async (_, answer) => {
    answering(async () => answer())
    await expect(queryClient.fetchQuery(catalogueQuery)).rejects.toMatchObject({
      kind: 'not-this-api',
      advice: 'The file catalogue.json beside this page is broken.',
    })
  })

  test('that cannot be fetched is told apart', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(queryClient.fetchQuery({ ...catalogueQuery, retry: false })).rejects.toMatchObject({ kind: 'unreachable' })
  })
})
