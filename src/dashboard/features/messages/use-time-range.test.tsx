// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clockHeader } from '#contract/clocks.ts'
import { clocksAhead, noteClocks, nowMs } from '#dashboard/ui/format/clocks.ts'
import { useTimeRange } from './time-range.ts'

/** Ranges go by the clock of the service, whatever this computer or the gateway say. */

const at = Date.parse('2026-11-25T12:00:00Z')
const seconds = (ms: number) => Math.floor(ms / 60_000) * 60
const minutes = 60_000
/** An answer of the gateway that took 100 ms. @param gateway, service by how many milliseconds they are ahead of this computer */
const answer = (gateway: number, service: number) => {
  const header = `${Date.now() + gateway} ${service - gateway}`
  noteClocks(new Headers({ [clockHeader]: header }), Date.now() - 50, Date.now() + 50)
}

beforeEach(() => void vi.useFakeTimers({ now: at }))
afterEach(() => {
  cleanup()
  clocksAhead.set({ gateway: 0, service: 0 })
  vi.useRealTimers()
})

describe.each([20_000, -20_000, 60 * minutes, -60 * minutes])('a service that is %i ms ahead', (service) => {
  test.each([0, 20 * minutes, -20 * minutes])('of a computer from which the gateway is %i ms away', (gateway) => {
    const { result, rerender } = renderHook(({ text }) => useTimeRange(text), { initialProps: { text: '15m' } })
    act(() => answer(gateway, service))
    const near = (from: number | undefined) => Math.abs(from! - seconds(at + service - 15 * minutes))
    // Presets begin with a minute.
    expect(near(result.current.range.from)).toBeLessThanOrEqual(60)
    expect(Math.abs(nowMs() - (at + gateway))).toBeLessThan(1000)
    // It stays the same while time goes by, also with the next answers.
    const { range } = result.current
    act(() => {
      vi.advanceTimersByTime(5 * minutes)
      answer(gateway + 400, service + 400)
    })
    expect(result.current.range).toBe(range)

    const end = Math.round((Date.now() + service) / 1000) + 60
    rerender({ text: `-${end}` })
    expect(result.current.isOver).toBe(false)
    act(() => void vi.advanceTimersByTime(2 * minutes))
    expect(result.current.isOver).toBe(true)
  })
})

test('answers without the header, or with another one, change nothing', () => {
  for (const header of [null, '', 'x y', '12', `${at + 9e6} x`]) {
    noteClocks(new Headers(header === null ? {} : { [clockHeader]: header }), at, at)
    expect(clocksAhead.get()).toEqual({ gateway: 0, service: 0 })
  }
})
