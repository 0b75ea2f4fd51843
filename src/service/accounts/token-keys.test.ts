import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { databaseFile } from '#db/open.ts'
import { createKeys, tokenKeySeal } from '#gateway/session/seal.ts'
import { onEveryEngine } from '../testing/databases.ts'
import { sealTokenKeys, tokenKeyOf } from './token-keys.ts'

/** Token keys as they are stored: by this release, by an earlier one, and when the key file changes. */

const file = randomBytes(32)
const seal = tokenKeySeal(createKeys(file))
const other = tokenKeySeal(createKeys(randomBytes(32)))

onEveryEngine('token keys', (bench) => {
  let id: number
  const stored = async () =>
    bench.database.query.selectFrom('account').select(['id', 'token_key']).where('id', '=', id).executeTakeFirstOrThrow()
  const read = async (by = seal) => tokenKeyOf(bench.database.query, by, await stored())

  beforeAll(async () => {
    // As many as make the pages of the database that they are on full.
    const made = []
    for (let count = 0; count < 40; count++) made.push((await bench.newAccount()).accountId)
    id = made[20]!
  })

  test('two reads of a new account at once make one token key, and store it sealed', async () => {
    const row = await stored()
    const keys = await Promise.all([1, 2].map(() => tokenKeyOf(bench.database.query, seal, row)))
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
    expect((await stored()).token_key).not.toContain(keys[0])
    expect(await read()).toBe(keys[0])
  })

  test('the start seals what an earlier release left readable, and the files of the database no longer hold it', async () => {
    const plain = randomBytes(16).toString('hex')
    await bench.database.query.updateTable('account').set({ token_key: plain }).execute()
    await bench.database.emptyLog()
    expect(await sealTokenKeys(bench.database, seal, false)).toBe(0)
    expect(await read()).toBe(plain)
    const rows = await bench.database.query.selectFrom('account').select('token_key').execute()
    expect(rows.filter(({ token_key }) => !seal.isCurrent(token_key))).toEqual([])
    // One sealed text does not open in the row of another account.
    expect(seal.open(id + 1, (await stored()).token_key)).toBeNull()
    if ('folder' in bench.place)
      for (const suffix of ['', '-wal']) expect(readFileSync(databaseFile(bench.place.folder) + suffix).includes(plain), suffix).toBe(false)
  })

  test('a changed key file: token keys are sealed anew, and the old file is not needed for them', async () => {
    const before = await read()
    const next = randomBytes(32)
    expect(await sealTokenKeys(bench.database, tokenKeySeal(createKeys(next, file)), false)).toBe(0)
    const alone = tokenKeySeal(createKeys(next))
    expect(await read(alone)).toBe(before)
    expect(await sealTokenKeys(bench.database, alone, false)).toBe(0)
    expect(await read(seal)).toBeNull()
    expect(await sealTokenKeys(bench.database, tokenKeySeal(createKeys(file, next)), false)).toBe(0)
    expect(await read()).toBe(before)
  })

  test('a lost key file: token keys are kept for the right file, until they are given up', async () => {
    const before = await read()
    await bench.newAccount()
    expect(await sealTokenKeys(bench.database, other, false)).toBe(40)
    expect(await read(other)).toBeNull()
    expect(await read()).toBe(before)
    expect(await sealTokenKeys(bench.database, other, true)).toBe(0)
    const made = await read(other)
    expect(made).toMatch(/^[0-9a-f]{32}$/)
    expect(made).not.toBe(before)
  })
})
