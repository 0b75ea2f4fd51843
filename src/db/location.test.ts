import { expect, it } from 'vitest'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { databaseLocation, defaultFolder } from './location.ts'

it.each([
  [{}, { folder: './data' }],
  [{ DATA_DIR: '' }, { folder: './data' }],
  [{ DATA_DIR: '/srv/rooms' }, { folder: '/srv/rooms' }],
  [{ DATA_DIR: '/srv/rooms', DATABASE_URL: '' }, { folder: '/srv/rooms' }],
  [{ DATA_DIR: '/srv/rooms', DATABASE_URL: 'postgres://u:p@db/rooms' }, { url: 'postgres://u:p@db/rooms' }],
  [{ DATABASE_URL: 'postgresql://db' }, { url: 'postgresql://db' }],
])('the environment %j selects the database %j', (env, location) => {
  expect(databaseLocation(env)).toEqual(location)
})

it.each(['mysql://u:secret@db/rooms', 'u:secret@db', 'postgres', '/srv/secret', ' '])(
  'DATABASE_URL %j is refused without being repeated in the message',
  (url) => {
    expect(() => databaseLocation({ DATABASE_URL: url })).toThrow(/^DATABASE_URL must be/)
    expect(() => databaseLocation({ DATABASE_URL: url })).not.toThrow(/secret/)
  },
)

it('a folder name with a NUL character is refused', () => {
  expect(() => databaseLocation({ DATA_DIR: 'a\0b' })).toThrow(/^DATA_DIR/)
})

it('the installed command keeps its data in one place, wherever it is started', () => {
  expect(defaultFolder({}, false)).toBe('./data')
  expect(defaultFolder({}, true)).toBe(join(homedir(), '.local/share/roomkeeper'))
  expect(defaultFolder({ XDG_DATA_HOME: '/srv/data' }, true)).toBe('/srv/data/roomkeeper')
})
