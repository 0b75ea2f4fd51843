import { afterEach, vi } from 'vitest'

/** Before each test file of the dashboard. */

// In Node, `navigator` is missing before version 21 and never says whether there is a connection, so that code which words a failure would throw, or
// blame the connection.
if (globalThis.navigator?.onLine === undefined)
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true, writable: true })

// A second, which is what both libraries wait by default, is too short for a module that a busy machine loads. A test that passes never waits for it.
const timeout = 20_000
const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options = {}) => waitFor(callback, typeof options === 'number' ? options : { timeout, ...options })
vi.waitUntil = (callback, options = {}) => waitUntil(callback, typeof options === 'number' ? options : { timeout, ...options })

// Files share the document of their worker: what one test left in it, another would find there.
if ('document' in globalThis) {
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: timeout })
  afterEach(() => {
    cleanup()
    document.body.replaceChildren()
  })
}
