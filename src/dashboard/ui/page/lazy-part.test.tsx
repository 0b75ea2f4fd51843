// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'
import { toastWarning } from '../feedback/toast.tsx'
// Every part waits for it, and its first import takes seconds.
import '../theme/MantineTheme.tsx'

vi.mock('../feedback/toast.tsx', () => ({ toastWarning: vi.fn<typeof toastWarning>() }))
beforeEach(() => vi.mocked(toastWarning).mockClear())
const Drawer = ({ title }: { title: string }) => <p>{title}</p>

/** A load that fails so many times. */
function failing(times: number) {
  let left = times
  return vi.fn<() => Promise<typeof Drawer>>(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Drawer
  })
}

test('a part that cannot be fetched says so, closes, and is fetched again when it is opened again', async () => {
  const load = failing(1)
  const Part = lazyPart(load)
  const onClose = vi.fn<() => void>()
  const page = (isOpen: boolean) => (
    <>
      <p>What was typed</p>
      <Suspense>{isOpen && <Part title="New poll" onClose={onClose} />}</Suspense>
    </>
  )
  const { rerender } = render(page(true))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(toastWarning).toHaveBeenCalledOnce()
  expect(screen.getByText('What was typed')).toBeTruthy()
  rerender(page(true))
  expect(load).toHaveBeenCalledOnce()

  rerender(page(false))
  rerender(page(true))
  expect(await screen.findByText('New poll')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
  expect(toastWarning).toHaveBeenCalledOnce()
})

test('a part is fetched once, however often it is shown', async () => {
  const load = failing(0)
  const Part = lazyPart(load)
  for (const title of ['One', 'Two']) {
    const { unmount } = render(
      <Suspense>
        <Part title={title} />
      </Suspense>,
    )
    expect(await screen.findByText(title)).toBeTruthy()
    unmount()
  }
  expect(load).toHaveBeenCalledOnce()
})
