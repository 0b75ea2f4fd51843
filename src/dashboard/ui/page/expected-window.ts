/** Where nothing can be measured, as in the process that draws pages for the gateway: the sizes in pixels that are likely. */
interface ExpectedWindow {
  width: number
  height: number
  /** Of a table that takes the width of the page. */
  tableWidth: number
}

let expected: ExpectedWindow | null = null

/** null: in a browser. */
export const expectedWindow = (): ExpectedWindow | null => expected
export const expectWindow = (next: ExpectedWindow): void => void (expected = next)
