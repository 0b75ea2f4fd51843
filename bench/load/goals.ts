/**
 * The goals are shares of the time that another console takes until its first rows are visible. This is that time as a multiple of the reference
 * page's, measured once (bench/README.md), so that the goals can be checked without that console.
 */
const otherConsole = 2.9

/** Multiples of the reference page's time until its rows are visible. */
export const goals = {
  content: (page: string) => (page === 'Chats' ? 0.5 : 0.7) * otherConsole,
  firstPaint: 0.25 * otherConsole,
  requestsBefore: 20,
  /** kB over the wire before its rows are visible. */
  scriptsOfChats: 150,
}
