import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveRecords, type Batch, type HeldRecord, type Holding } from '#dashboard/platform/records/moving/move-records.ts'
import { figure } from '../../../test-figure.ts'
import { listAll, newAccount, note, onRecords } from './test-records.ts'
import { isProof, runs } from '../../../test-runs.ts'

/** PROOF=1 makes four times as many runs, and prints figures. */

class Interrupted extends Error {}

/** The database of a browser, which outlives its pages. */
function createBrowser(records: HeldRecord[]) {
  const held = new Map(records.map((record) => [record.key, record]))
  let begun: Batch | null = null
  let batches = 0
  const holding: Holding = {
    held: async () => [...held.values()],
    begin: async (choose) => {
      if (begun) return begun
      const chosen = choose([...held.values()])
      return (begun = chosen.length > 0 ? { id: `batch-${++batches}`, records: chosen } : null)
    },
    end: async (batch, moved) => {
      for (const { key, value } of moved) if (held.get(key)?.value === value) held.delete(key)
      if (begun?.id === batch.id) begun = null
    },
  }
  return { held, holding }
}

onRecords('moving', (records) => {
  test('is interrupted at random points and begun in two tabs: nothing is lost and nothing comes twice', { timeout: 120_000 }, async () => {
    const counts = { interrupted: 0, moved: 0, conflicts: 0, lost: 0, doubled: 0 }
    const setting = fc.record({
      // Several batches, as a batch has at most 200 kB.
      sizes: fc.array(fc.constantFrom(1, 100, 9000), { minLength: 30, maxLength: 60 }),
      /** Of the records, those that are stored with another or with the same value, and those that somebody deletes once they are stored. */
      theirs: fc.uniqueArray(fc.nat(59), { maxLength: 5 }),
      same: fc.uniqueArray(fc.nat(59), { maxLength: 5 }),
      deleted: fc.uniqueArray(fc.nat(59), { maxLength: 5 }),
      /** After how many steps each page ends. */
      lives: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 20, maxLength: 24 }),
      tabs: fc.integer({ min: 1, max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(setting, async ({ sizes, theirs, same, deleted, lives, tabs }) => {
        const ada = newAccount()
        const all = sizes.map((size, index): HeldRecord => ({
          kind: 'ban-notes',
          chatId: 7,
          key: `${index}-0`,
          value: note('x'.repeat(size)),
        }))
        const browser = createBrowser(all)
        for (const [index, record] of all.entries())
          if (theirs.includes(index)) await records.write(ada, 'ban-notes', record.key, 0, note('theirs'))
          else if (same.includes(index)) await records.write(ada, 'ban-notes', record.key, 0, record.value)
        const gone = new Set<string>()
        /** Somebody else deletes what was moved, as soon as it is there. */
        const deleteSome = async () => {
          for (const stored of await listAll(records.store, ada, 'ban-notes', 7)) {
            const index = Number.parseInt(stored.key)
            // What was there before may still have to be moved.
            const isOlder = theirs.includes(index) || (same.includes(index) && browser.held.has(stored.key))
            if (!deleted.includes(index) || isOlder || gone.has(stored.key)) continue
            await records.write(ada, 'ban-notes', stored.key, stored.version, null)
            gone.add(stored.key)
          }
        }
        const openPage = async (steps: number) => {
          let left = steps
          // A page may end before a step, or after it and before its answer.
          const step = async <T>(work: () => Promise<T>) => {
            if (left-- <= 0) throw new Interrupted()
            const answer = await work()
            if (left-- <= 0) throw new Interrupted()
            return answer
          }
          const { holding } = browser
          return moveRecords({
            holding: {
              held: holding.held,
              begin: (choose) => step(() => holding.begin(choose)),
              end: (batch, moved) => step(() => holding.end(batch, moved)),
            },
            send: (batch) => step(() => records.store.move(ada, batch.id, batch.records)),
            isMovable: () => true,
            isRefusal: () => false,
          }).catch((error: unknown) => {
            if (!(error instanceof Interrupted)) throw error
            counts.interrupted++
          })
        }
        for (const life of lives) {
          await Promise.all(Array.from({ length: tabs }, (_, tab) => openPage(life + tab)))
          await deleteSome()
        }
        const result = await openPage(1000)

        const stored = new Map((await listAll(records.store, ada, 'ban-notes', 7)).map(({ key, value }) => [key, value]))
        for (const [index, { key, value }] of all.entries()) {
          const isConflict = theirs.includes(index)
          counts[isConflict ? 'conflicts' : 'moved']++
          const isThere = JSON.stringify(stored.get(key)) === JSON.stringify(isConflict ? note('theirs') : value)
          if (!(isThere || gone.has(key)) || isConflict !== browser.held.has(key)) counts.lost++
          if (gone.has(key) && stored.has(key)) counts.doubled++
        }
        expect(result?.conflicts.map(({ held }) => held.key).toSorted()).toEqual([...browser.held.keys()].toSorted())
        expect([counts.lost, counts.doubled]).toEqual([0, 0])
      }),
      { numRuns: runs(60) },
    )
    expect(counts.interrupted).toBeGreaterThan(20)
    if (isProof)
      figure(
        'T4',
        counts.lost + counts.doubled === 0,
        `moving interrupted ${counts.interrupted} times at random points: ${counts.moved} records moved, ${counts.conflicts} kept for a decision, ${counts.lost} lost, ${counts.doubled} doubled`,
      )
  })
})
