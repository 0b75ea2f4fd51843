// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { useAllGroups } from './Shown.tsx'

type View = Parameters<typeof useAllGroups>[0]

const usual: View = { search: '', show: 'all', setting: null }

function Groups({ view }: { view: View }) {
  const { hasAll, drawAll } = useAllGroups(view)
  return <button onClick={drawAll}>{hasAll ? 'all' : 'first'}</button>
}

const roots: Root[] = []

// What React puts off would otherwise run when the document of this file is gone.
afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
})

/** Draws it, without what React does when the browser has time. */
function open(view: View) {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  roots.push(root)
  const draw = (next: View) => flushSync(() => root.render(<Groups view={next} />))
  draw(view)
  return { draw, button: element.querySelector('button')! }
}

test('the first groups are drawn first, and all of them by themselves', async () => {
  const { button } = open(usual)
  expect(button.textContent).toBe('first')
  await vi.waitFor(() => expect(button.textContent).toBe('all'))
})

test.each<[string, Partial<View>]>([
  ['a link to a setting', { setting: 'offlineMessage' }],
  ['a search', { search: 'offline' }],
  ['a filter', { show: 'differs' }],
])('%s has all groups at once, and they stay', (_, change) => {
  expect(open({ ...usual, ...change }).button.textContent).toBe('all')
  const { draw, button } = open(usual)
  draw({ ...usual, ...change })
  expect(button.textContent).toBe('all')
  draw(usual)
  expect(button.textContent).toBe('all')
})

test('a key and a link to a group find all groups', () => {
  const byKey = open(usual)
  dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true }))
  expect(byKey.button.textContent).toBe('all')
  const byLink = open(usual)
  byLink.button.click()
  expect(byLink.button.textContent).toBe('all')
})
