import { afterEach } from 'vitest'

/** Before each test file of the dashboard. */

// In Node, `navigator` is missing before version 21 and never says whether there is a connection, so that code which words a failure would throw, or
// blame the connection.
if (globalThis.navigator?.onLine === undefined)
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true, writable: true })

// Files share the document of their worker: what one test left in it, another would find there.
if ('document' in globalThis) {
  const { cleanup } = await import('@testing-library/react')
  afterEach(() => {
    cleanup()
    document.body.replaceChildren()
  })
}
