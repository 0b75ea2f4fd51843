import { expect, it } from 'vitest'
import { placeFrom } from './place.ts'

it.each([
  [{}, { folder: './data' }],
  [{ DATA_DIR: '' }, { folder: './data' }],
  [{ DATA_DIR: '/srv/rooms' }, { folder: '/srv/rooms' }],
  [{ DATA_DIR: '/srv/rooms', DATABASE_URL: '' }, { folder: '/srv/rooms' }],
  [{ DATA_DIR: '/srv/rooms', DATABASE_URL: 'postgres://u:p@db/rooms' }, { url: 'postgres://u:p@db/rooms' }],
  [{ DATABASE_URL: 'postgresql://db' }, { url: 'postgresql://db' }],
])('%j is %j', (env, place) => {
  expect(placeFrom(env)).toEqual(place)
})

it.each(['mysql://u:secret@db/rooms', 'u:secret@db', 'postgres', '/srv/secret', ' '])('refuses %j and does not repeat it', (url) => {
  expect(() => placeFrom({ DATABASE_URL: url })).toThrow(/^DATABASE_URL must be/)
  expect(() => placeFrom({ DATABASE_URL: url })).not.toThrow(/secret/)
})

it('refuses a folder with NUL', () => {
  expect(() => placeFrom({ DATA_DIR: 'a\0b' })).toThrow(/^DATA_DIR/)
})
