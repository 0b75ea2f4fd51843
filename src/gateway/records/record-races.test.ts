import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StaleRecords } from '#contract/gateway/records.ts'
import { Refusal } from '#http/refusal.ts'
import { figure } from '../../test-figure.ts'
import { listAll, newAccount, note, onRecords } from './test-records.ts'
import { isProof, runs } from '../../test-runs.ts'

/** PROOF=1 makes four times as many runs, and prints figures. */

onRecords('two people', (records) => {
  test('two people who change the same records at random never overwrite each other unseen', { timeout: 120_000 }, async () => {
    const counts = { written: 0, stale: 0, lost: 0 }
    const step = fc.record({
      person: fc.constantFrom('Ada', 'Kim'),
      action: fc.constantFrom('read', 'write', 'write', 'write', 'delete'),
      key: fc.constantFrom('1-1', '2-2'),
    })
    const count = runs(200)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), fc.scheduler(), async (steps, scheduler) => {
        const ada = newAccount()
        /** What each person sees, and what nobody may lose: the words that were written and not deleted by somebody who saw them, in any order of answers. */
        const seen: Record<string, Record<string, { version: number; words: string[] }>> = { Ada: {}, Kim: {} }
        const written: Record<string, Set<string>> = { '1-1': new Set(), '2-2': new Set() }
        const deleted = new Set<string>()
        const wordsIn = (value: unknown) => (value as { note: string }).note.split(' ').filter(Boolean)
        const perform = async ({ person, action, key }: (typeof steps)[number], word: string) => {
          const view = seen[person]![key] ?? { version: 0, words: [] }
          if (action === 'read') {
            const found = (await listAll(records.store, ada, 'ban-notes', 7)).find((record) => record.key === key)
            seen[person]![key] = found ? { version: found.version, words: wordsIn(found.value) } : { version: 0, words: [] }
            return
          }
          const words = action === 'delete' ? [] : [...view.words, word]
          try {
            const stored = await records.write(ada, 'ban-notes', key, view.version, action === 'delete' ? null : note(words.join(' ')))
            counts.written++
            if (action === 'delete') for (const gone of view.words) deleted.add(gone)
            else written[key]!.add(word)
            seen[person]![key] = { version: stored?.version ?? 0, words }
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            counts.stale++
            const [{ stored }] = error.data as [StaleRecords[number]]
            seen[person]![key] = stored ? { version: stored.version, words: wordsIn(stored.value) } : { version: 0, words: [] }
          }
        }
        // The steps of one person follow each other; those of the two interleave at random.
        const person = async (name: string) => {
          for (const [index, one] of steps.entries())
            if (one.person === name) await scheduler.schedule(Promise.resolve()).then(() => perform(one, `${name}${index}`))
        }
        await scheduler.waitFor(Promise.all(['Ada', 'Kim'].map(person)))
        const stored = await listAll(records.store, ada, 'ban-notes', 7)
        for (const [key, all] of Object.entries(written)) {
          const words = [...all].filter((word) => !deleted.has(word))
          const found = stored.filter((record) => record.key === key).flatMap(({ value }) => wordsIn(value))
          counts.lost += words.filter((word) => !found.includes(word)).length
          expect(found.toSorted()).toEqual(words.toSorted())
        }
      }),
      { numRuns: count },
    )
    expect(counts.stale).toBeGreaterThan(0)
    if (isProof)
      figure(
        'T4',
        counts.lost === 0,
        `${count} interleavings of two people, ${counts.written} changes stored, ${counts.stale} stale ones refused, ${counts.lost} overwritten unseen`,
      )
  })
})
