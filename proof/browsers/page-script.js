// @ts-check
/**
 * Evaluated in the page under test, after Testing Library's own file: finds elements as people and screen readers do, by role and accessible name.
 * @import { Target, Seen } from './person.ts'
 */

/** @type {Window & typeof globalThis & { TestingLibraryDom?: typeof import('@testing-library/dom'), seeInPage?: (target: Target) => Promise<Seen> }} */
const page = window

page.seeInPage = async (target) => {
  const [first] = elementsOf(target)
  const before = first?.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const elements = elementsOf(target)
  const element = target.which === 'last' ? elements.at(-1) : elements[0]
  if (!element) return { count: 0, text: '', value: '', isChecked: false, isFocused: false, point: null }
  const after = element.getBoundingClientRect()
  const isMoving = first === element && (before?.top !== after.top || before.left !== after.left)
  return {
    count: elements.length,
    text: element.innerText,
    value: 'value' in element ? String(element.value) : '',
    isChecked: ('checked' in element && element.checked === true) || element.ariaChecked === 'true',
    isFocused: element === document.activeElement,
    point: isMoving || element.matches(':disabled') ? null : pointOf(element),
  }
}

/** @param {Target} target @returns {HTMLElement[]} */
function elementsOf({ role, name, inside, text }) {
  const library = page.TestingLibraryDom
  if (!library) throw new Error('Testing Library is missing')
  const within = inside ? elementsOf(inside) : [document.body]
  const named = name === undefined ? {} : { name: typeof name === 'string' ? name : new RegExp(name.pattern, name.flags) }
  const words = text && new RegExp(text.pattern, text.flags)
  return within
    .flatMap((container) =>
      // A password has no role.
      role === 'password'
        ? library.queryAllByLabelText(container, named.name ?? /./, { selector: '[type=password]' })
        : library.queryAllByRole(container, role, named),
    )
    .filter((element) => !words || words.test(element.innerText))
}

/**
 * Where a click reaches the element or its label; scrolls there where it is out of sight.
 * @param {HTMLElement} element @returns {{ x: number, y: number } | null} null = nowhere yet
 */
function pointOf(element) {
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  for (const part of [element, ...labels]) {
    const { left, top, width, height } = part.getBoundingClientRect()
    if (width < 2 || height < 2) continue
    const point = { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) }
    const hit = document.elementFromPoint(point.x, point.y)
    const label = hit?.closest('label')
    if (hit && (part.contains(hit) || label?.control === element)) return point
  }
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  return null
}
