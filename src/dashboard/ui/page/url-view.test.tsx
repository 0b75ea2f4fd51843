// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { useUrlView } from './url-view.ts'

interface View {
  search: string
  open: boolean
}

const read = (query: URLSearchParams): View => ({ search: query.get('q') ?? '', open: query.has('open') })
const write = ({ search, open }: View) => new URLSearchParams({ ...(search && { q: search }), ...(open && { open: '' }) })

let change: (part: Partial<View>) => void

function Page({ atOnce }: { atOnce: Partial<View> | undefined }) {
  const [view, changeView] = useUrlView({ read, write, isStep: (part) => Boolean(part.open) })
  change = changeView
  // Where a key comes that is pressed as soon as the page is seen.
  useLayoutEffect(() => {
    if (atOnce) changeView(atOnce)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return <p>{JSON.stringify(view)}</p>
}

function open(path: string, atOnce?: Partial<View>) {
  const router = createMemoryRouter([{ path: '/', element: <Page atOnce={atOnce} /> }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return { router, address: () => router.state.location.search }
}

const view = () => JSON.parse(screen.getByRole('paragraph').textContent) as View

afterEach(cleanup)

test('a page begins with what the address says', () => {
  open('/?q=harbour&open')
  expect(view()).toEqual({ search: 'harbour', open: true })
})

test('a change shows at once, and the address follows', async () => {
  const { address } = open('/')
  await act(async () => change({ search: 'harbour' }))
  expect(view()).toEqual({ search: 'harbour', open: false })
  expect(address()).toBe('?q=harbour')
})

test('a change in the moment the page appears is kept', async () => {
  const { address } = open('/', { open: true })
  await act(async () => {})
  expect(view()).toEqual({ search: '', open: true })
  expect(address()).toBe('?open=')
})

test('quick changes are all kept', async () => {
  const { address } = open('/')
  await act(async () => {
    for (const search of ['h', 'ha', 'har']) change({ search })
    change({ open: true })
  })
  expect(view()).toEqual({ search: 'har', open: true })
  expect(address()).toBe('?q=har&open=')
})

test('Back undoes a step, and shows what the address says then', async () => {
  const { router, address } = open('/')
  await act(async () => change({ search: 'harbour' }))
  await act(async () => change({ open: true }))
  await act(async () => router.navigate(-1))
  expect(view()).toEqual({ search: 'harbour', open: false })
  expect(address()).toBe('?q=harbour')
})
