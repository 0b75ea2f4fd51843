import { Menu } from '@mantine/core'
import { cloneElement, useLayoutEffect, useRef, type ReactElement, type Ref } from 'react'
import { count } from '#dashboard/ui/format/numbers.ts'
import { filterOptions, type FilterFacts } from './filter-options.ts'
import type { FilterName } from './chat-filters.ts'

interface OptionsProps extends FilterFacts {
  name: FilterName
  onChoose: (value: string) => void
}

interface FilterMenuProps extends OptionsProps {
  button: ReactElement<{ ref?: Ref<HTMLButtonElement> }>
}

/** Open when it is first drawn, toggled by its button from then on. */
export function FilterMenu({ button, ...options }: FilterMenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  // The button is a new element together with the menu: it gets the focus back.
  useLayoutEffect(() => target.current?.focus(), [])
  return (
    // The placeholder would be a child that a menu must not have; the first item gets the focus instead.
    <Menu defaultOpened position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown className="long-list">
        <Options {...options} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** A component of its own, so that nothing is counted while the menu is closed. */
function Options({ name, onChoose, ...facts }: OptionsProps) {
  const options = filterOptions(name, facts)
  if (options.length === 0)
    return <Menu.Item disabled>{name === 'findings' && !facts.findingsOf ? 'Reading…' : emptyTexts[name]}</Menu.Item>
  return options.map(({ value, label, holds }) => (
    <Menu.Item key={value} rightSection={<span className="quiet num fz-help">{count(holds)}</span>} onClick={() => onChoose(value)}>
      <bdi>{label}</bdi>
    </Menu.Item>
  ))
}

const emptyTexts: Record<FilterName, string> = {
  label: 'No chat has a label',
  language: 'No chat passes the other filters',
  type: 'No chat passes the other filters',
  show: 'No chat passes the other filters',
  findings: 'No chat has a finding',
}
