import { useCallback, useRef, type ReactNode } from 'react'
import { settings } from '#contract/settings.ts'
import { languageName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { OnDemandOverlay } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { chatStates, type ChatFilters, type FilterName } from './chat-filters.ts'
import type { FilterFacts } from './FilterMenu.tsx'

const FilterMenu = lazyPart(async () => (await import('./FilterMenu.tsx')).FilterMenu)

interface ChatFilterBarProps extends FilterFacts {
  names: readonly FilterName[]
  /** The name of a rule of the settings doctor, once its rules are loaded. */
  titleOf: ((rule: string) => string | undefined) | undefined
  /** How many chats have findings; undefined: not known yet. */
  withFindings: number | undefined
  onChange: (change: Partial<ChatFilters>) => void
}

const heads: Record<FilterName, string> = { label: 'Label', language: 'Language', type: 'Type', show: 'State', findings: 'Suggestions' }

/** A button for each filter: it opens the choice of a value, and takes the chosen one back. */
export const ChatFilterBar = ({ names, titleOf, withFindings, onChange, ...facts }: ChatFilterBarProps) =>
  names.map((name) => {
    const value = facts.filters[name]
    return (
      <OneFilter
        key={name}
        {...{ name, facts }}
        chosen={value === null ? null : wordsOf(name, value, facts.catalogue, titleOf)}
        head={
          <>
            {heads[name]}{' '}
            {name === 'findings' && withFindings !== undefined && <span className="faint regular num">{count(withFindings)}</span>}
          </>
        }
        onChange={(next) => onChange({ [name]: next })}
      />
    )
  })

interface OneFilterProps {
  name: FilterName
  facts: FilterFacts
  /** The chosen value in words; null: none. */
  chosen: string | null
  head: ReactNode
  onChange: (value: string | null) => void
}

function OneFilter({ name, facts, chosen, head, onChange }: OneFilterProps) {
  const isChangedHere = useRef(false)
  const change = (value: string | null) => {
    isChangedHere.current = true
    onChange(value)
  }
  // Each change replaces the button, and the keyboard stays where it was.
  const keepFocus = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !isChangedHere.current) return
    isChangedHere.current = false
    button.focus()
  }, [])
  const props = { type: 'button', className: 'chip', ref: keepFocus } as const
  if (chosen !== null)
    return (
      <button {...props} aria-pressed onClick={() => change(null)}>
        <bdi>{chosen}</bdi> <Icon name="x" size={12} />
      </button>
    )
  const button = (
    <button {...props}>
      {head} <Icon name="down" size={12} />
    </button>
  )
  return (
    <OnDemandOverlay button={button} kind="menu">
      {(onNotLoaded) => <FilterMenu button={button} name={name} {...facts} onChoose={change} onNotLoaded={onNotLoaded} />}
    </OnDemandOverlay>
  )
}

function wordsOf(name: FilterName, value: string, catalogue: Catalogue, titleOf: ChatFilterBarProps['titleOf']): string {
  switch (name) {
    case 'label':
      return `Label: ${value}`
    case 'language':
      return `Language: ${languageName(catalogue, value)}`
    case 'type':
      return `Type: ${settings.type.control.choices.find((choice) => String(choice.value) === value)?.label ?? value}`
    case 'show':
      return Object.entries(chatStates).find(([state]) => state === value)?.[1].label ?? value
    case 'findings':
      return (value !== '1' && titleOf?.(value)) || 'With suggestions'
  }
}
