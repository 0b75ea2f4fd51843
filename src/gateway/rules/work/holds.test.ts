import { describe, expect, test } from 'vitest'
import { seeded } from '#engine/jobs/test-clock.ts'
import { awayMs, dueAfter, passedSince } from './holds.ts'
import type { ClockReading } from './watch.ts'

const hour = 60 * 60_000
const reading = (wall: number, monotonic: number, slackMs = 0): ClockReading => ({ wall, monotonic, slackMs })

describe('the time since the last round', () => {
  test.each<[string, Parameters<typeof passedSince>, ReturnType<typeof passedSince>]>([
    ['both clocks advanced', [reading(1000, 0), reading(2000, 1000), 0], { kind: 'steady' }],
    ['the clock was corrected a little', [reading(1000, 0), reading(2900, 1000), 0], { kind: 'steady' }],
    ['the clock jumped ahead', [reading(1000, 0), reading(2000 + hour, 1000), 0], { kind: 'jumped', ms: hour }],
    ['a clock counts fractions', [reading(1000, 0.4), reading(2000 + hour, 1000.9), 0], { kind: 'jumped', ms: hour }],
    ['the clock was set back', [reading(hour, 0), reading(1000, 1000), 0], { kind: 'jumped', ms: -hour }],
    ['reading the clocks took as long as they differ', [reading(1000, 0), reading(6000, 1000, 4000), 0], { kind: 'steady' }],
    ['no gateway worked', [reading(0, 0), reading(awayMs + 1, awayMs + 1), 0], { kind: 'away' }],
    ['this process takes over at once', [null, reading(10_000, 0), 9000], { kind: 'steady' }],
    ['this process takes over later', [null, reading(9001 + awayMs, 0), 9000], { kind: 'away' }],
    ['this process takes over and the clock was set back', [null, reading(8000, 0), 9000], { kind: 'away' }],
    ['no gateway has ever worked', [null, reading(8000, 0), null], { kind: 'away' }],
  ])('%s', (_, given, expected) => {
    expect(passedSince(...given)).toEqual(expected)
  })
})

describe('the end of a hold', () => {
  const now = 1_000_000
  test.each<[string, Parameters<typeof dueAfter>[0], number, number]>([
    ['stays when nothing happened', { kind: 'steady' }, now + 5000, now + 5000],
    ['moves with the clock', { kind: 'jumped', ms: 4000 }, now - 1000, now + 3000],
    ['moves back with the clock', { kind: 'jumped', ms: -hour }, now + hour + 3000, now + 3000],
    ['starts over if it passed while no gateway worked', { kind: 'away' }, now, now + 20_000],
    ['stays if it is still ahead', { kind: 'away' }, now + 1, now + 1],
    ['is never later than a full hold', { kind: 'away' }, now + hour, now + 20_000],
  ])('%s', (_, passed, due, expected) => {
    expect(dueAfter(passed, { due, holdMs: 20_000 }, now)).toBe(expected)
  })
})

test('whatever the clock does, a hold lasts its full time as measured by the monotonic clock', () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = seeded(seed)
    const holdMs = Math.floor(random() * 120_000)
    let skew = 0
    let time = 1_700_000_000_000
    let before = reading(time, time)
    let due = time + holdMs
    const end = time + holdMs
    for (;;) {
      time += 200 + Math.floor(random() * 1500)
      if (random() < 0.2) skew += Math.floor((random() - 0.5) * 50 * hour)
      const now = reading(time + skew, time)
      due = dueAfter(passedSince(before, now, null), { due, holdMs }, now.wall)
      before = now
      if (due <= now.wall) break
    }
    // A jump within the tolerance counts as elapsed time.
    expect(time - end, `seed ${seed}`).toBeGreaterThan(-2000)
    expect(time - end, `seed ${seed}`).toBeLessThan(4000)
  }
})
