/** Whether an element, or anything in it, has less room than its text needs. */
export const isTruncated = (element: HTMLElement) =>
  [element, ...element.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
  )
