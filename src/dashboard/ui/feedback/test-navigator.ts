/**
 * Before each test file of the dashboard. In Node, `navigator` is missing before version 21 and never says whether there is a connection, so that code
 * which words a failure would throw, or blame the connection.
 */
if (globalThis.navigator?.onLine === undefined)
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true, writable: true })
