import { Combobox } from '@mantine/core'
import { memo } from 'react'
import type { Choice } from './match-choices.ts'

interface SearchOptionProps {
  id: string
  choice: Choice
  /** The arrow keys are on it. */
  isActive: boolean
  isChosen: boolean
  onTake: (value: string) => void
}

/**
 * One of many choices, drawn again only when something of its own changes. Not Mantine's option: it takes several times as long to render, and a key
 * in the search renders all languages or countries.
 */
export const SearchOption = memo(function SearchOption({ id, choice, isActive, isChosen, onTake }: SearchOptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are those of the field, which keeps the focus
    <div
      id={id}
      className={`${Combobox.Option.classes['option']} mantine-Combobox-option`}
      role="option"
      aria-selected={isChosen}
      data-checked={isChosen || undefined}
      data-combobox-option
      data-combobox-selected={isActive || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(choice.value)}
    >
      {choice.label}
    </div>
  )
})
