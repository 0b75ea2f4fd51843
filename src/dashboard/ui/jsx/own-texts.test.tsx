// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'

const Plain = ({ children }: { children: ReactNode }) => children
const Beside = ({ label }: { label: ReactNode }) => (
  <p>
    <i />
    {label}
  </p>
)
const html = (node: ReactNode) => render(node).container.innerHTML
const none = false as boolean

test('texts beside each other are one', () => {
  expect(
    html(
      <p>
        {3} selected, {none && 'hidden'} of {1_000}
      </p>,
    ),
  ).toBe('<p>3 selected,  of 1000</p>')
})

test('a text beside an element is an element of its own, however it got there', () => {
  expect(
    html(
      <p>
        {3} of <b>4</b>
      </p>,
    ),
  ).toBe('<p><ui-text>3 of </ui-text><b>4</b></p>')
  expect(html(<Beside label="3" />)).toBe('<p><i></i><ui-text>3</ui-text></p>')
  expect(html(<Beside label={<>{3} left</>} />)).toBe('<p><i></i><ui-text>3 left</ui-text></p>')
  expect(
    html(
      <Plain>
        a{none && <b />}
        {2}
      </Plain>,
    ),
  ).toBe('a2')
})

test('white space stays as it is', () => {
  expect(
    html(
      <p>
        <b>1</b> <b>2</b>
      </p>,
    ),
  ).toBe('<p><b>1</b> <b>2</b></p>')
})

test('an element that can hold none keeps its texts', () => {
  expect(html(<option>a {2}</option>)).toBe('<option>a 2</option>')
  expect(
    html(
      <svg>
        <text>
          a<tspan>b</tspan>
        </text>
      </svg>,
    ),
  ).toBe('<svg><text>a<tspan>b</tspan></text></svg>')
})

test('an element keeps what it holds while texts before it come and go', () => {
  let count = 0
  function Counted() {
    useState(() => (count += 1))
    return <b />
  }
  const page = (first: string | false, second: ReactNode) => (
    <p>
      {first}
      {second}
      <Counted />
    </p>
  )
  const { rerender, container } = render(page('a', 'b'))
  for (const next of [page(false, 'b'), page('a', null), page(false, null), page('a', <i />), page('a', 'b')]) rerender(next)
  expect([count, container.textContent]).toEqual([1, 'ab'])
})
