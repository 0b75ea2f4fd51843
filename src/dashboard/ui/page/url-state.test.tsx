// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createBrowserRouter, createMemoryRouter, RouterProvider, useBlocker } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { flag, named, oneOf, optionalText, text, urlState, useUrlState, type ViewOf } from './url-state.ts'

const state = urlState({ search: named('q', text()), open: flag() })
type View = ViewOf<typeof state>

let change: (part: Partial<View>) => void

function Page({ atOnce }: { atOnce: Partial<View> | undefined }) {
  const [view, changeView] = useUrlState(state, (part) => Boolean(part.open))
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

test('what is taken back before the address has it is not in the address', async () => {
  const { address } = open('/')
  await act(async () => {
    change({ open: true })
    change({ open: false })
  })
  expect(view()).toEqual({ search: '', open: false })
  expect(address()).toBe('')
})

/** As the browser goes back: the address first, then the event. */
function goBackTo(path: string, state: unknown) {
  history.replaceState(state, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state }))
}

test('Back before the page has drawn the address of a step undoes the step', async () => {
  history.replaceState(null, '', '/?q=harbour')
  const router = createBrowserRouter([{ path: '/', element: <Page atOnce={undefined} /> }])
  render(<RouterProvider router={router} />)
  const { state: before } = history
  await act(async () => {
    change({ open: true })
    await vi.waitUntil(() => location.search === '?q=harbour&open=')
    goBackTo('/?q=harbour', before)
  })
  expect(router.state.location.search).toBe('?q=harbour')
  expect(view()).toEqual({ search: 'harbour', open: false })
})

function Edited() {
  useBlocker(true)
  return <Page atOnce={undefined} />
}

test('Back that a form with edits refuses changes nothing that is shown', async () => {
  history.replaceState(null, '', '/')
  render(<RouterProvider router={createBrowserRouter([{ path: '/', element: <Page atOnce={undefined} /> }])} />)
  const { state: before } = history
  await act(async () => change({ open: true }))
  cleanup()
  const router = createBrowserRouter([{ path: '/', element: <Edited /> }])
  render(<RouterProvider router={router} />)
  expect(view().open).toBe(true)
  await act(async () => goBackTo('/', before))
  expect([...router.state.blockers.values()].map(({ state: of }) => of)).toEqual(['blocked'])
  expect(view().open).toBe(true)
})

const every = urlState({
  range: text('all'),
  note: optionalText,
  as: flag('regexp'),
  link: flag(),
  sort: oneOf(['first', 'last'], 'first'),
  drawer: oneOf(['new']),
})
const plain = { range: 'all', note: null, as: false, link: false, sort: 'first', drawer: null }

test('what the page does not know becomes the default, and defaults are left out of the address', () => {
  expect(every.read(new URLSearchParams('sort=constructor&drawer=old&as=words&note=&other=1'))).toEqual(plain)
  expect(every.write(every.read(new URLSearchParams())).toString()).toBe('')
})

test('what is not the default is in the address by its name', () => {
  const written = 'range=&note=n&as=regexp&link=&sort=last&drawer=new'
  expect(every.write(every.read(new URLSearchParams(written))).toString()).toBe(written)
})
