// @vitest-environment happy-dom
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { PageLink } from '../page/PageLink.tsx'
import { MantineTheme } from '../theme/MantineTheme.tsx'
import { LinkButton, PlainButton, PlainIconButton, unstyledButton } from './PlainButton.tsx'

const icon = <i>icon</i>

/** Each plain button beside the one of Mantine that it stands for. */
const pairs: Record<string, [ReactNode, ReactNode]> = {
  button: [<PlainButton key="1">Save</PlainButton>, <Button key="2">Save</Button>],
  'small button with an icon': [
    <PlainButton key="1" size="xs" leftSection={icon} className="own" aria-haspopup="menu">
      Columns
    </PlainButton>,
    <Button key="2" size="xs" leftSection={icon} className="own" aria-haspopup="menu">
      Columns
    </Button>,
  ],
  'main button': [
    <PlainButton key="1" variant="filled">
      New
    </PlainButton>,
    <Button key="2" variant="filled">
      New
    </Button>,
  ],
  'quiet button': [
    <PlainButton key="1" variant="subtle" size="xs" style={{ color: 'var(--mantine-color-dimmed)' }} loading={false}>
      Sign out
    </PlainButton>,
    <Button key="2" variant="subtle" size="xs" c="dimmed" loading={false}>
      Sign out
    </Button>,
  ],
  'button that waits': [
    <PlainButton key="1" loading>
      Try again
    </PlainButton>,
    <Button key="2" loading>
      Try again
    </Button>,
  ],
  link: [
    <LinkButton key="1" to="/chats">
      Chats
    </LinkButton>,
    <Button key="2" component={PageLink} to="/chats">
      Chats
    </Button>,
  ],
  'icon button': [
    <PlainIconButton key="1" aria-label="Menu" className="on-phones">
      {icon}
    </PlainIconButton>,
    <ActionIcon key="2" aria-label="Menu" className="on-phones">
      {icon}
    </ActionIcon>,
  ],
  'small icon button': [
    <PlainIconButton key="1" size="xs" aria-label="Menu">
      {icon}
    </PlainIconButton>,
    <ActionIcon key="2" size="xs" aria-label="Menu">
      {icon}
    </ActionIcon>,
  ],
  'icon button that waits': [
    <PlainIconButton key="1" loading aria-label="Menu">
      {icon}
    </PlainIconButton>,
    <ActionIcon key="2" loading aria-label="Menu">
      {icon}
    </ActionIcon>,
  ],
  'unstyled button': [
    <button key="1" type="button" className={unstyledButton}>
      Filter
    </button>,
    <UnstyledButton key="2">Filter</UnstyledButton>,
  ],
}

/** The markup without the order of attributes, classes and styles, and without the transition that Mantine starts. */
function markup(element: Element): unknown {
  const attributes = [...element.attributes].map(({ name, value }): [string, string[]] => {
    if (name === 'class') return [name, value.split(/\s+/).filter(Boolean).toSorted()]
    const parts = name === 'style' ? value.split(';').map((part) => part.trim()) : [value]
    return [
      name,
      parts.filter((part) => part && !/^(transition|opacity|transform-origin|transform: translateY\(0\))/.test(part)).toSorted(),
    ]
  })
  const children = [...element.childNodes].map((child) => (child instanceof Element ? markup(child) : child.textContent))
  return [element.tagName, Object.fromEntries(attributes.filter(([name, parts]) => name !== 'style' || parts.length > 0)), children]
}

function drawn(part: ReactNode) {
  const router = createMemoryRouter([{ path: '/', element: <MantineTheme>{part}</MantineTheme> }])
  return markup(render(<RouterProvider router={router} />).container)
}

test.each(Object.entries(pairs))('the plain %s is drawn as that of Mantine', (_, [plain, ofMantine]) => {
  expect(drawn(plain)).toEqual(drawn(ofMantine))
})
