import { beforeAll, expect, test } from 'vitest'
import { maxPageCharacters } from '#contract/values.ts'
import { maxAuditScan, type AuditEntry, type AuditQuery } from '#contract/gateway/audit.ts'
import type { Database } from '#db/open.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { migrateGatewayTables, type GatewayTables } from '../database/database.ts'
import { rowOf } from './line.ts'
import { readCount, readPage } from './read-audit.ts'
import { entryData } from './test-audit.ts'

onEveryEngine('A search of the audit log', (bench) => {
  let database: Database<GatewayTables>
  beforeAll(async () => {
    database = bench.database as unknown as Database<GatewayTables>
    await migrateGatewayTables(database.query)
  })

  const insert = async (workspace: string, lines: number[], changes: AuditEntry['changes'] = []) => {
    const rows = lines.map((line) => ({
      ...rowOf({ kind: 'entry', workspace, at: line, data: entryData({ subject: line % 2 ? 'odd' : 'even', changes }) }, line),
      hash: 'h',
    }))
    for (let start = 0; start < rows.length; start += 1000)
      await database.query
        .insertInto('audit_line')
        .values(rows.slice(start, start + 1000))
        .execute()
  }
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
  const reader = (workspace: string) => ({ workspace, member: null, who: 'token', isOwn: false, now: 1 })

  /** The lines of each page, and the characters of the longest answer. */
  async function pagesOf(workspace: string, filters: AuditQuery) {
    const pages: number[][] = []
    let longest = 0
    for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null;) {
      const page = await readPage(database.query, reader(workspace), { ...filters, before })
      longest = Math.max(longest, JSON.stringify(page).length)
      pages.push(page.entries.map(({ id }) => id))
      before = page.next
    }
    return { pages, longest }
  }

  test('however long the values are, a page is short, and the pages reach every entry once, newest first', async () => {
    // Control characters take six characters in JSON.
    const texts = { before: '\u0001'.repeat(10_000), after: '\u0002'.repeat(10_000) }
    await insert('long', upTo(60), [{ name: 'filterWords', ...texts }])
    for (const [filters, found] of [
      [{ kind: 'messages' }, upTo(60)],
      [{ text: 'odd' }, upTo(60).filter((line) => line % 2)],
    ] as const) {
      const { pages, longest } = await pagesOf('long', { ...filters, limit: 200 })
      expect(longest).toBeLessThan(1.5 * maxPageCharacters)
      expect(pages.flat()).toEqual(found.toReversed())
      expect(await readCount(database.query, reader('long'), filters)).toMatchObject({ matching: found.length, isAtLeast: false })
    }
  })

  test('a page has as many entries as asked for, or looked at so many, and the search continues there', async () => {
    await insert('many', upTo(maxAuditScan + 700))
    await database.query
      .updateTable('audit_line')
      .set({ search: 'rare' })
      .where('workspace', '=', 'many')
      .where('line', 'in', [3, 5])
      .execute()
    expect((await pagesOf('many', { from: maxAuditScan, limit: 300 })).pages.map((page) => page.length)).toEqual([200, 200, 200, 101])
    expect((await pagesOf('many', { text: 'rare' })).pages).toEqual([[], [5, 3]])
    expect((await pagesOf('many', { text: 'rare', limit: 1 })).pages).toEqual([[], [5], [3]])
    expect(await readCount(database.query, reader('many'), { text: 'rare' })).toMatchObject({ matching: 0, isAtLeast: true })
    expect(await readCount(database.query, reader('many'), { text: 'rare', to: 9 })).toMatchObject({ matching: 2, isAtLeast: false })
  })
})
