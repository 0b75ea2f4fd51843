import { Menu } from '@mantine/core'
import { cloneElement, useLayoutEffect, useRef, type ReactElement, type Ref } from 'react'

interface LabelMenuProps {
  button: ReactElement<{ ref?: Ref<HTMLButtonElement> }>
  labels: string[]
  onChoose: (label: string) => void
}

/** Open when it is first drawn, toggled by its button from then on. */
export function LabelMenu({ button, labels, onChoose }: LabelMenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  // The button is a new element together with the menu: it gets the focus back.
  useLayoutEffect(() => target.current?.focus(), [])
  return (
    <Menu defaultOpened position="bottom-start">
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown className="long-list">
        {labels.map((label) => (
          <Menu.Item key={label} onClick={() => onChoose(label)}>
            <bdi>{label}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
