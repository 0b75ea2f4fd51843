import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxMessageBytes } from '#contract/messages.ts'
import { maxPollTextLength } from '#contract/polls.ts'
import { maxPageCharacters } from '#contract/values.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { notFound, startReaders, type Read } from './testing/readers.ts'
import type { TestTeam } from './testing/team.ts'

/** Every read of the page with long rows: lists end by characters, and not only by rows. */

const rows = 1000

/** Of a list of words in a setting. Control characters take six characters in JSON. */
const words = '\u0001'.repeat(5000)
const text = (length: number) => 'x'.repeat(length)
const chats = JSON.stringify(Array.from({ length: 2000 }, (_, index) => index + 1))

/** The columns that are long, by table. */
const long: Record<string, Record<string, string>> = {
  record: { value: JSON.stringify({ note: text(20_000), reviewOn: '' }) },
  drift_version: { changes: JSON.stringify([{ name: 'filterWords', before: words, after: words }]) },
  drift_finding: { before: JSON.stringify(words), after: JSON.stringify(words), subject: text(maxPollTextLength) },
  rule_hit: { text: text(maxMessageBytes), reasons: JSON.stringify([{ kind: 'words', words: text(maxMessageBytes) }]), note: text(300) },
  planned_action: { note: text(1000), chat_ids: chats },
  past_action: { note: text(1000), result: text(1000), chat_ids: chats },
  notification: { title: text(300), text: text(2000) },
  notification_delivery: { title: text(300), result: text(1000) },
  notification_try: { error: text(1000), answer: text(1000) },
  message: { text: text(maxMessageBytes) },
  poll: { question: text(maxPollTextLength) },
}

onEveryEngine('with long rows', (bench) => {
  let team: TestTeam
  let reads: Read[]
  let readers: [string, string][]
  beforeAll(async () => {
    ;({ team, readers, reads } = await startReaders('url' in bench.place ? bench.place : undefined, rows))
    for (const [table, columns] of Object.entries(long)) {
      const values = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      await sql`update ${sql.table(table)} set ${sql.join(values)}`.execute(team.query)
    }
  }, 120_000)
  afterAll(() => team.close())

  test('every read answers a bounded number of characters', { timeout: 120_000 }, async () => {
    const tooLong: string[] = []
    for (const [who, cookie] of readers)
      for (const { name, path } of reads) {
        const answer = await team.send(path, { headers: { cookie } })
        const { length } = await answer.text()
        const allowed = notFound.has(name) ? [404] : who === 'owner' ? [200] : [200, 403, 404]
        expect(allowed, `${who}: ${name}`).toContain(answer.status)
        // What counts is long texts, and a page ends after the row that exceeds.
        if (length > 1.5 * maxPageCharacters) tooLong.push(`${who}: ${name} ${length}`)
      }
    expect(tooLong).toEqual([])
  })
})
