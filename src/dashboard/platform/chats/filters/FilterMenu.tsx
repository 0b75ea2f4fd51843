import { Menu } from '@mantine/core'
import type { ComponentProps } from 'react'
import { count } from '#dashboard/ui/format/numbers.ts'
import { type ChatFilters, chatStateNames, chatStates, type FilterContext, type FilterName, passing } from './chat-filters.ts'
import type { Chat } from '#contract/chats.ts'
import { settings } from '#contract/settings.ts'
import type { DoctorFinding } from '#contract/settings-doctor.ts'
import { type Catalogue, languageName } from '#dashboard/platform/service/catalogue.ts'
import { OpenedMenu } from '#dashboard/ui/overlay/OpenedMenu.tsx'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'

interface OptionsProps extends FilterFacts {
  name: FilterName
  onChoose: (value: string) => void
}

export const FilterMenu = ({ button, ...options }: OptionsProps & Pick<ComponentProps<typeof OpenedMenu>, 'button'>) => (
  <OpenedMenu
    button={button}
    position="bottom-start"
    items={() => (
      <div className="long-list">
        <Options {...options} />
      </div>
    )}
  />
)

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
  findings: 'No chat has a suggestion',
}

interface FilterOption {
  value: string
  label: string
  holds: number
}

export interface FilterFacts {
  chats: Chat[]
  filters: ChatFilters
  context: FilterContext
  catalogue: Catalogue
  /** undefined: the rules of the settings doctor are not loaded yet. */
  findingsOf: ((chat: Chat) => DoctorFinding[]) | undefined
}

/** The values of a filter that any chat has, each with the chats that would be left of those that pass the search and the other filters. */
export function filterOptions(name: FilterName, { chats, filters, context, catalogue, findingsOf }: FilterFacts): FilterOption[] {
  const rest = passing(chats, filters, context, name)
  const known = rest.filter(({ isReduced }) => !isReduced)
  switch (name) {
    case 'label':
      return inOrder(
        counted(rest.flatMap(({ id }) => context.labels.get(id) ?? [])).map(([label, holds]) => ({ value: label, label, holds })),
      )
    case 'language':
      return inOrder(
        counted(known.map(({ langId }) => String(langId))).map(([value, holds]) => ({
          value,
          label: languageName(catalogue, value),
          holds,
        })),
      )
    case 'type': {
      const byType = new Map(counted(known.map(({ type }) => type)))
      const others = [...byType.keys()].filter((type) => settings.type.control.choices.every(({ value }) => value !== type))
      return [...settings.type.control.choices.map(({ value }) => value), ...others].map((type) => ({
        value: String(type),
        label: settingInWords('type', type, catalogue),
        holds: byType.get(type) ?? 0,
      }))
    }
    case 'show':
      return chatStateNames.map((state) => ({
        value: state,
        label: chatStates[state].label,
        holds: rest.filter((chat) => chatStates[state].holds(chat, context.now)).length,
      }))
    case 'findings': {
      const found = rest.map((chat) => findingsOf?.(chat) ?? []).filter((findings) => findings.length > 0)
      const titles = new Map(found.flat().map(({ rule, title }) => [rule, title]))
      const byRule = counted(found.flatMap((findings) => [...new Set(findings.map(({ rule }) => rule))]))
      const rules = byRule
        .toSorted(([, one], [, other]) => other - one)
        .map(([rule, holds]) => ({ value: rule, label: titles.get(rule) ?? rule, holds }))
      return rules.length === 0 ? [] : [{ value: '1', label: 'Any suggestion', holds: found.length }, ...rules]
    }
  }
}

function counted<T>(values: T[]): [T, number][] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
}

const inOrder = (options: FilterOption[]) => options.toSorted((one, other) => one.label.localeCompare(other.label))
