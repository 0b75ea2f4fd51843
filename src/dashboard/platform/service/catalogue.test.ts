import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import names from '../../../../public/catalogue.json'
import { catalogueQuery, languageName, soundLabel, soundName } from './catalogue.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'
import { signedOut } from '#dashboard/platform/session/test-signed-in.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'

const gong = { id: 3, name: 'gong', label: 'Big gong' }
const chime = { id: 4, name: 'chime', label: 'Bell of a ship' }

const at = (kind: 'bundled' | 'remote', address: string) => setSession({ session: { ...signedOut, service: { kind, address } } })

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
  // The table of chats, the comparison and the activity history use the same labels.
  expect(settingInWords('langId', language, catalogue)).toBe(name)
})

test.each([
  ['pop', 'Pop'],
  [1, 'Pop'],
  [0, 'None'],
  [7, 'Sound no. 7'],
  ['gong', 'gong'],
  ['', 'not stated'],
])('the sound %j is called %j', (sound, label) => {
  expect(soundLabel(catalogue, sound)).toBe(label)
})

test('a known sound is written by name, and an unknown one is left out', () => {
  expect([0, 1, 7, -1].map(soundName(catalogue))).toEqual(['none', 'pop', undefined, undefined])
})

describe('the catalogue file', () => {
  beforeEach(() => at('bundled', 'http://127.0.0.1:4173/api'))
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const answering = (answer: () => Promise<Response>) => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path)
      return answer()
    })
    return asked
  }

  test('the file of the repository is read completely', async () => {
    const asked = answering(async () => Response.json(names))
    expect(await queryClient.fetchQuery(catalogueQuery)).toEqual(names)
    expect(asked).toEqual(['/catalogue.json'])
  })

  test('sounds of the file have no numbers for a remote service, whose numbers are listed under its address', async () => {
    answering(async () => Response.json({ ...names, services: { 'https://Chat.Example/v1/': { sounds: [gong, chime] } } }))
    at('remote', 'https://chat.example/v1')
    const mine = await queryClient.fetchQuery(catalogueQuery)
    expect([3, 4, 1].map(soundName(mine))).toEqual(['gong', 'chime', undefined])
    expect([1, 3, 4, 'pop'].map((sound) => soundLabel(mine, sound))).toEqual(['Sound no. 1', 'Big gong', 'Bell of a ship', 'Pop'])
    expect(mine.sounds.map(({ id, name }) => id ?? name)).toEqual([3, 4, 'none', 'pop', 'ding', 'knock', 'bell', 'ring'])

    queryClient.clear()
    at('remote', 'https://chat.example/v2')
    expect([3, 4, 1].map(soundName(await queryClient.fetchQuery(catalogueQuery)))).toEqual([undefined, undefined, undefined])
  })

  test.each([
    [{ 'chat.example': { sounds: [] } }, 'services › chat.example'],
    [
      { 'https://chat.example': { sounds: [{ id: '3', name: 'gong', label: 'Gong' }] } },
      'services › https://chat.example › sounds › 0 › id',
    ],
    [{ 'https://chat.example': { sounds: [{ id: 3, name: '', label: 'Gong' }] } }, 'services › https://chat.example › sounds › 0 › name'],
    [{ 'https://chat.example': { sounds: [gong, { ...gong, name: 'drum' }] } }, /sounds › 1: states the sound 3 or “drum” twice/],
    [{ 'https://chat.example': { sounds: [gong, { ...gong, id: 9 }] } }, /sounds › 1: states the sound 9 or “gong” twice/],
  ])('%j is rejected with the path of the error', async (services, path) => {
    answering(async () => Response.json({ ...names, services }))
    const advice = expect.stringMatching(path) as string
    await expect(queryClient.fetchQuery(catalogueQuery)).rejects.toMatchObject({ kind: 'not-this-api', advice })
  })

  test.each([
    ['a page in its place', () => new Response('<html>')],
    ['a part left out', () => Response.json({ languages: {} })],
    ['a sound without a number', () => Response.json({ languages: {}, sounds: [{ name: 'pop', label: 'Pop' }], countries: {} })],
  ])('%s is reported as the cause', async (_, answer) => {
    answering(async () => answer())
    await expect(queryClient.fetchQuery(catalogueQuery)).rejects.toMatchObject({
      kind: 'not-this-api',
      advice: expect.stringMatching(/^The file catalogue.json beside this page is broken/) as string,
    })
  })

  test('a file that cannot be fetched has its own message', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(queryClient.fetchQuery({ ...catalogueQuery, retry: false })).rejects.toMatchObject({ kind: 'unreachable' })
  })
})
