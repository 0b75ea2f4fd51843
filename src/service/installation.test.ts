import { expect, test } from 'vitest'
import { adoptInstallation, installationId } from '#db/installation.ts'
import { openDatabase } from '#db/open.ts'
import type { Tables } from './tables.ts'
import { onEveryEngine } from './testing/databases.ts'

onEveryEngine('the id of an installation', (bench) => {
  test('is the same for all processes on the database, even when they start together', async () => {
    // SQLite has one process, and a second connection within it would wait for the first on the same thread.
    const others = 'url' in bench.place ? [openDatabase<Tables>(bench.place), openDatabase<Tables>(bench.place)] : []
    const ids = await Promise.all([bench.database, ...others].map(({ query }) => installationId(query)))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/)
    expect(await installationId(bench.database.query)).toBe(ids[0])
    for (const { close } of others) await close()
  })

  test('is taken over by a restored copy', async () => {
    await installationId(bench.database.query)
    await bench.database.serializable((trx) => adoptInstallation(trx, 'of-another'))
    expect(await installationId(bench.database.query)).toBe('of-another')
  })
})
