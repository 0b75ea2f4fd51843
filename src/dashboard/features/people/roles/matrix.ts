import type { Person } from '#contract/gateway/people.ts'
import { roleNames, type RoleName } from '#contract/gateway/role-names.ts'
import {
  limitsOf,
  right,
  rightGroups,
  rightNames,
  rightsOf,
  roles,
  type Right,
  type RightGroup,
  type RoleChanges,
} from '#contract/gateway/rights.ts'
import { wordMatcher } from '#contract/settings-derive.ts'
import { limitInWords, limitNames, limits, limitText, parseLimit, type LimitName } from '../limits.ts'

/** Who can do what, as the fields of a form: a switch for each right of each role that can be changed, and a text for each limit. */

export type EditableRole = Exclude<RoleName, 'owner'>
export const editableRoles = roleNames.filter((role): role is EditableRole => role !== 'owner')

export type RightsFields = Record<string, boolean | string>

export const changeableRights = rightNames.filter((name) => !right(name).ownersOnly)

/** What a row is about: a right, or the limit of one. */
export type RightOrLimit = Right | LimitName

export const isLimit = (name: RightOrLimit): name is LimitName => limitNames.some((limit) => limit === name)

export const labelOf = (name: RightOrLimit): string => (isLimit(name) ? limits[name].label : right(name).label)

/** A dot would make it a path of the form. */
export const fieldOf = (role: EditableRole, name: RightOrLimit): string => `${role}-${name.replaceAll('.', '_')}`

interface Cell {
  field: string
  role: EditableRole
  name: RightOrLimit
}

export const cells: readonly Cell[] = editableRoles.flatMap((role) =>
  [...changeableRights, ...limitNames].map((name) => ({ field: fieldOf(role, name), role, name })),
)
const cellByField = new Map(cells.map((cell) => [cell.field, cell]))
export const cellOf = (field: string): Cell => cellByField.get(field)!
export const fieldNames: readonly string[] = cells.map(({ field }) => field)

export const defaultOf = ({ role, name }: Pick<Cell, 'role' | 'name'>): boolean | string =>
  isLimit(name) ? limitText(name, roles[role][name]) : roles[role].rights.includes(name)

export function rightsFields(changes: RoleChanges): RightsFields {
  const valueOf = ({ role, name }: Cell) => {
    const change = changes[role] ?? {}
    if (!isLimit(name)) return change.rights?.[name] ?? defaultOf({ role, name })
    const own = change[name]
    return own === undefined ? defaultOf({ role, name }) : limitText(name, own)
  }
  return Object.fromEntries(cells.map((cell) => [cell.field, valueOf(cell)]))
}

/** The fields at their defaults. */
export const defaultFields = (): RightsFields => rightsFields({})

/** What differs from the defaults. A limit that is not valid counts as the default: only its field shows it. */
export function roleChanges(fields: Partial<RightsFields>): RoleChanges {
  const changes: RoleChanges = {}
  for (const cell of cells) {
    const { field, role, name } = cell
    const value = fields[field]
    if (value === undefined || value === defaultOf(cell)) continue
    const change = (changes[role] ??= {})
    if (isLimit(name)) {
      const limit = parseLimit(name, String(value))
      if (limit !== undefined) change[name] = limit
    } else change.rights = { ...change.rights, [name]: Boolean(value) }
  }
  return changes
}

export const isDefault = (field: string, value: boolean | string | undefined): boolean => value === defaultOf(cellOf(field))

/** "Moderator: Read messages" */
export function fieldLabel(field: string): string {
  const { role, name } = cellOf(field)
  return `${roles[role].label}: ${labelOf(name)}`
}

export function fieldWords(field: string, value: boolean | string): string {
  const { name } = cellOf(field)
  if (!isLimit(name)) return value ? 'On' : 'Off'
  const limit = parseLimit(name, String(value))
  return limit === undefined ? String(value) : limitInWords(name, limit)
}

export interface RightsRow {
  group: RightGroup
  name: RightOrLimit
}

/** The rows in their order: each limit stands under the right that it belongs to. */
export const rows: readonly RightsRow[] = (Object.keys(rightGroups) as RightGroup[]).flatMap((group) =>
  rightNames
    .filter((name) => right(name).group === group)
    .flatMap((name) => [name, ...limitNames.filter((limit) => limits[limit].right === name)].map((each) => ({ group, name: each }))),
)

/** No field where only Owners have the right. */
const fieldsOf = ({ name }: RightsRow): string[] =>
  editableRoles.map((role) => fieldOf(role, name)).filter((field) => cellByField.has(field))

export const filters = {
  all: { label: 'All', holds: () => true },
  differs: {
    label: 'Differs from default',
    holds: (row: RightsRow, fields: RightsFields) => fieldsOf(row).some((field) => !isDefault(field, fields[field])),
  },
  unsaved: {
    label: 'Unsaved',
    holds: (row: RightsRow, fields: RightsFields, base: RightsFields) => fieldsOf(row).some((field) => fields[field] !== base[field]),
  },
} satisfies Record<string, { label: string; holds: (row: RightsRow, fields: RightsFields, base: RightsFields) => boolean }>
export type Filter = keyof typeof filters
export const filterNames = Object.keys(filters) as Filter[]

/** Every typed word is in the label, the name of the right or its group. */
export function rowMatcher(typed: string): (row: RightsRow) => boolean {
  const matches = wordMatcher(typed)
  return ({ name, group }) => matches(`${labelOf(name)} ${name} ${rightGroups[group]}`)
}

/** Why a right that is on has no effect: the name of the right that it needs. */
export function neededRight(role: EditableRole, name: Right, fields: RightsFields): Right | null {
  const on = rightsOf(role, roleChanges(fields))
  const { needs } = right(name)
  return needs !== undefined && !on.includes(needs as Right) ? (needs as Right) : null
}

/** What one person gains and loses. */
export interface Effect {
  person: Pick<Person, 'id' | 'name' | 'role'>
  gains: string[]
  loses: string[]
  /** Limits that become others: "Deletions an hour: 500 to 200". */
  limits: { name: LimitName; before: number | null; after: number | null }[]
}

type Granted = Pick<Person, 'id' | 'name' | 'role' | 'limits'>

/** Whom the changes affect, in the order of the list. */
export function effects(people: readonly Granted[], before: RoleChanges, after: RoleChanges): Effect[] {
  return people.flatMap((person): Effect[] => {
    const { role, limits: own } = person
    const [had, has] = [rightsOf(role, before), rightsOf(role, after)]
    const labels = (names: Right[]) => names.map((name) => right(name).label)
    const [was, is] = [limitsOf(role, before, own), limitsOf(role, after, own)]
    const changed = limitNames.filter((name) => was[name] !== is[name] && has.includes(limits[name].right))
    const effect: Effect = {
      person,
      gains: labels(has.filter((name) => !had.includes(name))),
      loses: labels(had.filter((name) => !has.includes(name))),
      limits: changed.map((name) => ({ name, before: was[name], after: is[name] })),
    }
    return effect.gains.length + effect.loses.length + effect.limits.length > 0 ? [effect] : []
  })
}
