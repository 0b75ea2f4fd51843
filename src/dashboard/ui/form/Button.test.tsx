// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button, IconButton, LinkButton } from './Button.tsx'

const button = () => screen.getByRole<HTMLButtonElement>('button')

test('a button is pressed, and sends no form', () => {
  const onClick = vi.fn<() => void>()
  render(<Button onClick={onClick}>Save</Button>)
  fireEvent.click(button())
  expect(onClick).toHaveBeenCalledOnce()
  expect(button().type).toBe('button')
})

test('a blocked button takes the focus but no click, names its reason and sends no form', () => {
  const onClick = vi.fn<() => void>()
  const onSubmit = vi.fn<() => void>()
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" blocked="why" onClick={onClick}>
        Save
      </Button>
      <p id="why">Nothing has changed</p>
    </form>,
  )
  fireEvent.click(button())
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(button().disabled).toBe(false)
  expect(button().getAttribute('aria-disabled')).toBe('true')
  expect(button().getAttribute('aria-describedby')).toBe('why')
})

test('one that is blocked by the words beside it keeps its description', () => {
  render(
    <Button blocked aria-describedby="reason">
      Go live
    </Button>,
  )
  expect(button().getAttribute('aria-describedby')).toBe('reason')
})

test('a button that is at work keeps its name and takes no click', () => {
  const onClick = vi.fn<() => void>()
  render(
    <Button loading onClick={onClick}>
      Save
    </Button>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onClick).not.toHaveBeenCalled()
  expect(button().disabled).toBe(true)
  expect(button().getAttribute('aria-busy')).toBe('true')
})

test('a button that is its icon has its name', () => {
  render(<IconButton icon="menu" aria-label="Menu" />)
  expect(button().getAttribute('aria-label')).toBe('Menu')
})

test('a link may look like a button', () => {
  render(<LinkButton to="/chats">Chats</LinkButton>)
  expect(screen.getByRole('link', { name: 'Chats' }).getAttribute('href')).toBe('/chats')
})
