// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNow } from './time.tsx'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Clock = () => <li>{useNow()}</li>
const shown = () => screen.getAllByRole('listitem').map((item) => Number(item.textContent))

test('every time on a page follows one timer, which ends with the last of them', () => {
  const page = render(
    <ul>
      <Clock />
      <Clock />
    </ul>,
  )
  expect(shown()).toEqual([1_000_000, 1_000_000])
  expect(vi.getTimerCount()).toBe(1)
  act(() => void vi.advanceTimersByTime(30_000))
  expect(shown()).toEqual([1_000_030, 1_000_030])
  page.unmount()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(500_000)
  render(<Clock />)
  expect(shown()).toEqual([1_000_530])
})
