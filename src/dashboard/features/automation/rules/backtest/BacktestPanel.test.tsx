// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import type { BacktestLine } from '#contract/gateway/rules.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'
import { signedInAs } from '#dashboard/platform/session/test-signed-in.ts'
import { BacktestPanel } from './BacktestPanel.tsx'
import { useBacktest } from './use-backtest.ts'

const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])

interface Run {
  say: (line: BacktestLine) => Promise<void>
  /** The connection ends. */
  end: () => Promise<void>
  signal: AbortSignal
}
let runs: Run[]

beforeEach(() => {
  runs = []
  setSession({ session: signedInAs('owner', 'all') })
  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    if (path.endsWith('/rule-backtest-costs')) return Response.json({ status: true, data: { requests: 0, chats: 3, maxRequests: 500 } })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const say = (line: BacktestLine) => act(() => writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`)))
    runs.push({ say, end: () => act(() => writer.close()), signal })
    return new Response(readable)
  })
})
afterEach(() => {
  cleanup()
  setSession({ session: null })
  vi.unstubAllGlobals()
})

function Page() {
  const backtest = useBacktest({ rule, stored: null, days: 7, isAllowed: true })
  return <BacktestPanel backtest={backtest} days={7} onDays={() => {}} perMinute={20} isValid mayRun />
}

/** The panel of a rule, whose backtest begins by itself. */
async function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await expect.poll(() => runs).toHaveLength(1)
  return { run: runs[0]!, status: screen.getByRole('status') }
}
const button = (name: string) => screen.queryByRole('button', { name })

test('the place in the queue is said until the backtest begins, and then what was read', async () => {
  const { run, status } = await show()
  for (const place of [3, 1]) {
    await run.say({ kind: 'waiting', place })
    await expect.poll(() => status.textContent).toBe(`waiting for other backtests, place ${place} in the queue`)
  }
  await run.say({ kind: 'progress', read: 1200, matched: 4, of: 5000 })
  await expect.poll(() => status.textContent).toBe('running…, 1,200 of 5,000 messages read')
})

test.each<[string, BacktestLine, string]>([
  ['waits', { kind: 'waiting', place: 2 }, 'It read 0 messages.'],
  ['runs', { kind: 'progress', read: 1200, matched: 4, of: 5000 }, 'It read 1,200 of 5,000 messages.'],
])('one that %s and is canceled leaves the queue, says what it read, and runs again on demand only', async (_, line, read) => {
  const { run, status } = await show()
  await run.say(line)
  await expect.poll(() => status.textContent).toContain(line.kind === 'waiting' ? 'place 2' : '1,200')
  fireEvent.click(button('Cancel')!)
  expect(run.signal.aborted).toBe(true)
  const notice = screen.getByText(/Canceled\./).parentElement!
  expect(notice.textContent).toBe(`The backtest is not complete. Canceled. ${read} An incomplete backtest does not count.`)
  expect([status.textContent, button('Cancel')]).toEqual(['', null])
  fireEvent.click(button('Run again')!)
  await expect.poll(() => runs).toHaveLength(2)
  await runs[1]!.say({ kind: 'waiting', place: 1 })
  await expect.poll(() => status.textContent).toContain('place 1')
  expect(screen.queryByText(/Canceled\./)).toBeNull()
})

test.each<[string, (run: Run) => Promise<void>, string]>([
  [
    'that Roomkeeper says',
    (run) => run.say({ kind: 'failed', message: 'Roomkeeper was restarted. Run it again.', read: 0 }),
    'Roomkeeper was restarted.',
  ],
  ['without a last line', (run) => run.end(), 'The connection ended before the backtest did'],
])('an end while it waits, %s, is shown, and it is not run again by itself', async (_, end, said) => {
  const { run } = await show()
  await run.say({ kind: 'waiting', place: 2 })
  await end(run)
  expect(await screen.findByText(new RegExp(said))).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: 'Backtest' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Run again'])
  expect(runs).toHaveLength(1)
})
