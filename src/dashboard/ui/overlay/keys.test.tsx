// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { KeyboardHelp, useKey, useModKey } from './keys.tsx'

let acted: string[] = []

function Keys({ enabled = true, word = 'first' }: { enabled?: boolean; word?: string }) {
  useKey('n', 'New chat', () => acted.push(word), enabled)
  useKey('Escape', 'Let go', () => acted.push('let go'))
  return null
}

const page = (keys = <Keys />, dialog = false) => (
  <MantineProvider env="test">
    {keys}
    <KeyboardHelp />
    <button type="button">Act</button>
    <input aria-label="Text" />
    <input aria-label="Number" type="number" />
    <input aria-label="Box" type="checkbox" />
    <textarea aria-label="Long text" />
    <select aria-label="Choice" />
    <div aria-label="Rich text" contentEditable suppressContentEditableWarning />
    {dialog && (
      <div role="dialog" aria-label="Dialog">
        <button type="button">Inside</button>
      </div>
    )}
  </MantineProvider>
)

const press = (key: string, target: Element = document.body, more: object = {}) => fireEvent.keyDown(target, { key, ...more })

beforeEach(() => {
  acted = []
})
test('a key acts, once, and keeps the browser from acting on it', () => {
  render(page())
  expect(press('n')).toBe(false)
  expect(acted).toEqual(['first'])
  expect(press('m')).toBe(true)
  expect(acted).toEqual(['first'])
})

test('it acts on the newest state of the page', () => {
  const { rerender } = render(page())
  rerender(page(<Keys word="second" />))
  press('n')
  expect(acted).toEqual(['second'])
})

test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s it belongs to the browser', (modifier) => {
  render(page())
  expect(press('n', document.body, { [modifier]: true })).toBe(true)
  expect(acted).toEqual([])
})

describe('while someone types', () => {
  test.each(['Text', 'Number', 'Long text', 'Choice', 'Rich text'])('in %s it is a letter', (label) => {
    render(page())
    expect(press('n', screen.getByLabelText(label))).toBe(true)
    expect(acted).toEqual([])
  })

  test('a button and a box take no letters, so the key acts', () => {
    render(page())
    press('n', screen.getByRole('button', { name: 'Act' }))
    press('n', screen.getByLabelText('Box'))
    expect(acted).toEqual(['first', 'first'])
  })
})

test('under a dialog no key of the page acts, wherever the focus is', () => {
  const { rerender } = render(page(<Keys />, true))
  press('n', screen.getByRole('button', { name: 'Inside' }))
  press('n')
  press('Escape')
  expect(acted).toEqual([])
  rerender(page())
  press('n')
  expect(acted).toEqual(['first'])
})

test('the key that closes a dialog does nothing to the page beneath', () => {
  const { rerender } = render(page(<Keys />, true))
  // As dialogs do it: before the page hears of the key.
  addEventListener('keydown', () => rerender(page()), { capture: true, once: true })
  press('Escape')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(acted).toEqual([])
  press('Escape')
  expect(acted).toEqual(['let go'])
})

test('Mod+S saves while someone types, never under a dialog, and never reaches the browser', () => {
  const Saving = () => {
    useModKey('s', () => acted.push('saved'))
    return null
  }
  const { rerender } = render(page(<Saving />))
  expect(press('s', screen.getByLabelText('Text'), { ctrlKey: true })).toBe(false)
  expect(press('S', document.body, { metaKey: true })).toBe(false)
  expect(acted).toEqual(['saved', 'saved'])
  press('s')
  press('s', document.body, { ctrlKey: true, shiftKey: true })
  rerender(page(<Saving />, true))
  expect(press('s', document.body, { ctrlKey: true })).toBe(false)
  expect(acted).toEqual(['saved', 'saved'])
})

test('what someone else acted on is left alone', () => {
  render(page())
  const button = screen.getByRole('button', { name: 'Act' })
  button.addEventListener('keydown', (event) => event.preventDefault())
  press('n', button)
  expect(acted).toEqual([])
})

test('a key that is off, or whose part has gone, does nothing', () => {
  const { rerender } = render(page(<Keys enabled={false} />))
  press('n')
  rerender(page(<p>Another page</p>))
  press('n')
  expect(acted).toEqual([])
})

describe('the list behind ?', () => {
  async function open(keys = <Keys />) {
    const rendered = render(page(keys))
    press('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    return { ...rendered, dialog }
  }
  const listed = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent])

  test('names every key that works', async () => {
    const { dialog } = await open()
    expect(listed(dialog)).toEqual([
      ['New chat', 'n'],
      ['Let go', 'Esc'],
      ['Show keyboard shortcuts', '?'],
    ])
  })

  test('leaves out the ones that are off', async () => {
    const { dialog } = await open(<Keys enabled={false} />)
    expect(listed(dialog).map(([label]) => label)).toEqual(['Let go', 'Show keyboard shortcuts'])
  })

  test('closes by its button, and the keys work again', async () => {
    const { dialog } = await open()
    press('n')
    expect(acted).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('n')
    expect(acted).toEqual(['first'])
  })
})

test.each([{ isComposing: true }, { keyCode: 229 }])('a key of an input method reaches no handler: %o', (part) => {
  const pressed: string[] = []
  render(<input aria-label="Word" onKeyDown={({ key }) => pressed.push(key)} />)
  const press = (init: KeyboardEventInit) => fireEvent.keyDown(screen.getByLabelText('Word'), init)
  press({ key: 'Enter', ...part })
  expect(pressed).toEqual([])
  press({ key: 'Enter' })
  expect(pressed).toEqual(['Enter'])
})

test('two keys make one, and the second is then none of its own', () => {
  const Places = ({ isOpen = true }) => {
    useKey('g l', 'Go to Changes', () => acted.push('changes'), isOpen)
    useKey('l', 'Turn on a mode', () => acted.push('mode'))
    return null
  }
  const { rerender } = render(page(<Places />))
  press('g')
  press('l')
  press('l')
  press('g', screen.getByLabelText('Text'))
  press('l')
  expect(acted).toEqual(['changes', 'mode', 'mode'])
  rerender(page(<Places isOpen={false} />))
  press('g')
  press('l')
  expect(acted).toEqual(['changes', 'mode', 'mode', 'mode'])
})

test('Shift makes another key of an arrow, and arrows choose among radios', () => {
  const Arrows = () => {
    useKey('ArrowDown', 'Next', () => acted.push('next'))
    useKey('Shift ArrowDown', 'Select down', () => acted.push('select'))
    return <input type="radio" aria-label="Radio" />
  }
  render(page(<Arrows />))
  press('ArrowDown')
  press('ArrowDown', document.body, { shiftKey: true })
  expect(press('ArrowDown', screen.getByLabelText('Radio'))).toBe(true)
  press('ArrowDown', screen.getByLabelText('Box'))
  expect(acted).toEqual(['next', 'select', 'next'])
})

test('a key that is held down acts once, unless it moves', () => {
  const acted: string[] = []
  function Keys() {
    useKey('d', 'Delete', () => acted.push('d'))
    useKey('j', 'Next', () => acted.push('j'), true, { repeats: true })
    return null
  }
  render(<Keys />)
  for (const key of ['d', 'j']) for (const repeat of [false, true]) fireEvent.keyDown(document.body, { key, repeat })
  expect(acted).toEqual(['d', 'j', 'j'])
})
