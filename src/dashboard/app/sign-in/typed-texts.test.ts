// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepTypedTexts, typedTexts, watchTyping } from './TypedTexts.tsx'

let stop: () => void
beforeEach(() => {
  stop = watchTyping()
  document.body.replaceChildren()
})
afterEach(() => stop())

function field(element: HTMLInputElement | HTMLTextAreaElement, value: string, label?: string) {
  const outer = document.createElement('label')
  outer.append(label ?? '', element)
  document.body.append(label === undefined ? element : outer)
  element.value = value
  return element
}
const type = (element: HTMLElement) => element.dispatchEvent(new Event('input', { bubbles: true }))
const input = (kind: string) => Object.assign(document.createElement('input'), { type: kind })

test('what was typed is kept with the labels of its fields; passwords, searches and untouched fields are not', () => {
  type(field(document.createElement('textarea'), 'Good evening', 'Text'))
  type(field(input('password'), 'secret', 'Token'))
  type(field(input('search'), 'spam', 'Search'))
  field(input('text'), 'as it was', 'Name')
  const removed = field(input('text'), 'gone', 'Old')
  type(removed)
  removed.remove()
  keepTypedTexts()
  expect(typedTexts.get()).toEqual([{ label: 'Text', text: 'Good evening' }])
})
