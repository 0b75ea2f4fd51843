import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { useId, useMergedRef } from '@mantine/hooks'
import { memo, useEffect, useRef, useState } from 'react'
import { counted } from '../format/numbers.ts'
import { useLatest } from '../page/use-latest.ts'
import { normalizedForSearch } from '#contract/settings-derive.ts'

interface SearchSelectProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  data: (Choice | ChoiceGroup)[]
  value: string | null
  onChange: (value: string) => void
  /** What is typed; '' once a choice is shown again. */
  onSearch?: (typed: string) => void
  /** Shown where no choice matches. */
  nothingFound: string
  /** So many choices are listed at most. */
  limit?: number
}

/**
 * Chooses one of many by typing: what is typed replaces the name of the choice that is shown, Enter takes the highlighted match (the best one unless
 * the arrows moved it), and Escape brings the choice back. What was not taken is forgotten when the field is left.
 */
export function SearchSelect({ data, value, onChange, onSearch, nothingFound, limit, ref, onBlur, ...input }: SearchSelectProps) {
  const id = useId(input.id)
  const field = useRef<HTMLInputElement>(null)
  const merged = useMergedRef(field, ref)
  const [isOpen, setOpen] = useState(false)
  /** null: the choice is shown, and nothing was typed since. */
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setOpen })

  const chosen = choicesIn(data).find((choice) => choice.value === value)
  const shown = matchChoices(data, typed ?? '', limit)
  const choices = choicesIn(shown)
  const listId = `${id}-list`
  const optionId = (index: number) => `${id}-option-${index}`

  // Whenever the choice is shown again, the next key replaces it.
  const label = chosen?.label ?? ''
  useEffect(() => {
    const shownHere = field.current
    if (typed === null && shownHere?.value === label && document.activeElement === shownHere) shownHere.select()
  }, [typed, label])
  useEffect(() => {
    if (!isOpen || active < 0) return
    // A list that just opened has its place by the next frame. Until then it lies at the top of the page, and the page would scroll there.
    const frame = requestAnimationFrame(() => document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [isOpen, id, active])

  function open() {
    if (isOpen) return
    setOpen(true)
    setActive(choices.findIndex((choice) => choice.value === value))
  }
  function type(text: string) {
    setTyped(text)
    onSearch?.(text)
    setOpen(true)
    setActive(text.trim() === '' ? -1 : 0)
  }
  function showChosen() {
    setTyped(null)
    setOpen(false)
    if (typed !== null) onSearch?.('')
  }
  function take(next: string) {
    showChosen()
    if (next !== value) onChange(next)
  }
  function move(step: 1 | -1) {
    if (!isOpen) return open()
    const last = choices.length - 1
    setActive(step === 1 ? (active >= last ? 0 : active + 1) : active <= 0 ? last : active - 1)
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && (isOpen || typed !== null)) {
      // Never submits a form around it with a choice that what is typed says nothing of.
      event.preventDefault()
      const next = choices[active]
      if (next) take(next.value)
    } else if (event.key === 'Escape') showChosen()
  }

  const latest = useLatest({ take })
  const indexes = new Map(choices.map((choice, index) => [choice, index]))
  const option = (choice: Choice) => {
    const index = indexes.get(choice) ?? -1
    return (
      <SearchOption
        key={choice.value}
        id={optionId(index)}
        choice={choice}
        isActive={index === active}
        isChosen={choice.value === value}
        onTake={latest.take}
      />
    )
  }

  return (
    // A closed list that is kept in the document would be laid out and placed when the page opens.
    <Combobox store={combobox} keepMounted={false}>
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <TextInput
          {...input}
          id={id}
          ref={merged}
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && choices[active] ? optionId(active) : undefined}
          // While the list is open, Escape closes it and not the dialog around it.
          data-mantine-stop-propagation={isOpen || undefined}
          autoComplete="off"
          spellCheck={false}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          value={typed ?? label}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => {
            // The pointer put the caret between the letters.
            if (typed === null) event.currentTarget.select()
            open()
          }}
          onBlur={(event) => {
            showChosen()
            onBlur?.(event)
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      {isOpen && (
        <span role="status" className="visually-hidden">
          {typed !== null && (choices.length === 0 ? nothingFound : counted(choices.length, 'match', 'matches'))}
        </span>
      )}
      <Combobox.Dropdown>
        <Combobox.Options
          id={listId}
          mah={220}
          style={{ overflowY: 'auto' }}
          aria-label={input['aria-label']}
          {...(input.label ? { labelledBy: `${id}-label` } : {})}
        >
          {shown.map((part) =>
            'items' in part ? (
              <Combobox.Group key={part.group} label={part.group}>
                {part.items.map(option)}
              </Combobox.Group>
            ) : (
              option(part)
            ),
          )}
          {choices.length === 0 && <Combobox.Empty>{nothingFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

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
const SearchOption = memo(function SearchOption({ id, choice, isActive, isChosen, onTake }: SearchOptionProps) {
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

interface Choice {
  value: string
  label: string
}

interface ChoiceGroup {
  group: string
  items: Choice[]
}

export const choicesIn = (data: (Choice | ChoiceGroup)[]): Choice[] => data.flatMap((part) => ('items' in part ? part.items : [part]))

/**
 * The choices whose label holds what was typed, case and accents aside: those that begin with it first, then those where a word does. Groups keep
 * their order, and those without a match are left out.
 */
export function matchChoices(data: (Choice | ChoiceGroup)[], typed: string, limit = Infinity): (Choice | ChoiceGroup)[] {
  const words = normalizedForSearch(typed.trim())
  const rank = ({ label }: Choice) => {
    const text = normalizedForSearch(label)
    if (text.startsWith(words)) return 0
    const at = text.indexOf(words)
    return at < 0 ? null : text.includes(` ${words}`) ? 1 : 2
  }
  const best = (choices: Choice[]) =>
    words === ''
      ? choices
      : choices
          .flatMap((choice) => {
            const order = rank(choice)
            return order === null ? [] : [{ choice, order }]
          })
          .toSorted((a, b) => a.order - b.order)
          .map(({ choice }) => choice)
  const single = best(data.filter((part) => !('items' in part)) as Choice[])
  let left = limit - single.length
  const groups = data.flatMap((part) => {
    if (!('items' in part)) return []
    const items = best(part.items).slice(0, Math.max(0, left))
    left -= items.length
    return items.length > 0 ? [{ ...part, items }] : []
  })
  return [...single.slice(0, limit), ...groups]
}
