import { useQuery } from '@tanstack/react-query'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { gatewayQuery, gatewayWriter } from '#dashboard/platform/api/gateway-query.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { Button } from '#dashboard/ui/form/Button.tsx'
import { useMemo, useRef, useState } from 'react'
import type { Lent } from '#contract/gateway/lent.ts'
import type { Team } from '#contract/gateway/people.ts'
import type { RoleChanges } from '#contract/gateway/rights.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { PageBottom } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { DraftOffer, SaveBar, SaveDialogs } from '#dashboard/platform/saving/SaveBar.tsx'
import { useEditedForm, useFields } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { callGateway, type SendToGateway } from '#dashboard/platform/session/call-gateway.ts'
import { to } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { listed, maxNamed } from '#dashboard/ui/format/numbers.ts'
import { Toolbar } from '#dashboard/ui/page/Page.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import type { SaveTarget } from '#engine/saving/three-way.ts'
import { limitProblem, parseLimit } from '../limits.ts'
import { Waiting } from '../Waiting.tsx'
import {
  cells,
  defaultFields,
  effects,
  fieldLabel,
  fieldNames,
  fieldWords,
  type Filter,
  filterNames,
  filters,
  isLimit,
  rightsFields,
  type RightsFields,
  roleChanges,
  rowMatcher,
  rows,
} from './matrix.ts'
import classes from './RolesPage.module.css'
import { RightsReview } from './RightsReview.tsx'
import { RightsTable } from './RightsTable.tsx'
import { grantOfPerson, readEndings, reportEnded } from '../endings.tsx'

/** Which role may do what. */
export function RolesPage() {
  const reading = useQuery(gatewayQuery('teamRead', {}))
  return (
    <>
      <PlaceHead isSticky />
      <Loaded what="The roles" reading={reading}>
        {(read) => <Rights team={read} />}
      </Loaded>
    </>
  )
}

/** The fields with the revision that a save is based on. */
type Held = RightsFields & { revision: string }
const heldOf = ({ roles, rolesRevision }: Pick<Team, 'roles' | 'rolesRevision'>): Held => ({
  ...rightsFields(roles),
  revision: String(rolesRevision),
})

const target = (send: SendToGateway): SaveTarget<RightsFields, Held, { roles: RoleChanges; revision: number }> => ({
  names: fieldNames,
  read: async () => heldOf((await callGateway('teamRead', {})).data),
  bodyOf: (fresh, changes) => ({ roles: roleChanges({ ...fresh, ...changes }), revision: Number(fresh.revision) }),
  write: async (body) => reportEnded(await send('rolesUpdate', { body })),
})

const resolver = resolverOf<RightsFields>((values) =>
  Object.fromEntries(
    cells.flatMap(({ field, name }) =>
      isLimit(name) && parseLimit(name, String(values[field])) === undefined ? [[field, limitProblem(name)]] : [],
    ),
  ),
)

const texts: FieldTexts<RightsFields> = { label: fieldLabel, words: fieldWords }

const whom = (names: string[]) => (names.length === 0 ? 'for nobody yet' : `for ${listed(names, maxNamed)}`)

/** The grid of roles and rights, with its edits. */
function Rights({ team }: { team: Team }) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  /** With what ends; null: that could not be read. */
  const [reviewing, setReviewing] = useState<{ endings: Lent[] | null } | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const edits = useEditedForm<RightsFields, RightsFields>({
    draftName: draftName('rights'),
    names: fieldNames,
    held: useMemo(() => heldOf(team), [team]),
    resolver,
    offersDraft: true,
  })
  const { form, base } = edits
  const endingsWith = (fields: RightsFields) => {
    const roles = roleChanges(fields)
    const grants = new Map(team.people.map((person) => [person.id, grantOfPerson(person, roles)]))
    return readEndings((personId) => grants.get(personId))
  }
  const saving = useSaving({
    edits,
    what: 'Permissions',
    savedMessage: 'Permissions saved',
    writes: gatewayWriter('rolesUpdate'),
    target,
    needsReview: async (sent) => {
      const endings = await endingsWith(sent)
      if (endings?.length === 0) return false
      setReviewing({ endings })
      return true
    },
    onSaved: () => queryClient.invalidateQueries({ queryKey: gatewayQuery('teamRead', {}).queryKey }),
    onProblem: (name) => grid.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus(),
  })
  const { values, edited, problems } = useFields(edits)
  const affected = effects(team.people, roleChanges(base), roleChanges(values))
  const isEdited = edited.length > 0
  const isOff = team.on === null

  function reset() {
    const defaults = defaultFields()
    for (const name of fieldNames)
      if (form.getValues(name) !== defaults[name]) form.setValue(name, defaults[name]!, { shouldValidate: true })
    setFilter('unsaved')
  }

  return (
    <>
      {isOff && (
        <div className="panel">
          <Banner tone="info">
            <b>Team access is off.</b> These are the permissions of each role once it is on. They can be changed then.{' '}
            <PageLink to={to.people()} className="link">
              Open Members
            </PageLink>
          </Banner>
        </div>
      )}
      <Waiting />
      <RightsToolbar
        {...{ search, filter, values, base }}
        onSearch={setSearch}
        onFilter={setFilter}
        onReset={isOff ? null : reset}
        isEdited={isEdited}
      />
      <div ref={grid} className={classes.grid}>
        <RightsTable
          {...{ search, filter, values, base, team }}
          problems={problems}
          isReadOnly={isOff}
          onChange={(name, value) => form.setValue(name, value, { shouldValidate: true, shouldDirty: true })}
          onClear={() => {
            setSearch('')
            setFilter('all')
          }}
        />
      </div>
      <PageBottom>
        <DraftOffer draft={edits.draft} />
        <SaveBar
          saving={saving}
          at="bottom"
          note={<span className="outside">{whom(affected.map(({ person }) => person.name))}</span>}
          onReview={() => void endingsWith(values).then((endings) => setReviewing({ endings }))}
        />
      </PageBottom>
      {reviewing && isEdited && (
        <RightsReview
          effects={affected}
          fields={edited}
          people={team.people}
          endings={reviewing.endings}
          onSave={() => {
            setReviewing(null)
            saving.save(saving.editedNames())
          }}
          onClose={() => setReviewing(null)}
        />
      )}
      <SaveDialogs saving={saving} texts={texts} />
    </>
  )
}

interface RightsToolbarProps {
  search: string
  filter: Filter
  values: RightsFields
  base: RightsFields
  isEdited: boolean
  onSearch: (search: string) => void
  onFilter: (filter: Filter) => void
  /** Makes edits of what differs from the defaults; null where nothing can be changed. */
  onReset: (() => void) | null
}

function RightsToolbar({ search, filter, values, base, isEdited, onSearch, onFilter, onReset }: RightsToolbarProps) {
  const found = rows.filter(rowMatcher(search))
  const defaults = defaultFields()
  const differs = fieldNames.some((name) => values[name] !== defaults[name])
  const reason = isEdited ? 'save or discard first' : !differs ? 'all as by default' : null
  return (
    <Toolbar>
      <SearchField slashKey="Search permissions" label="Search permissions" value={search} onChange={onSearch} />
      <ChoiceChips
        label="Filter"
        choices={filterNames.map((value) => ({
          value,
          label: filters[value].label,
          holds: found.filter((row) => filters[value].holds(row, values, base)).length,
        }))}
        chosen={filter}
        onChoose={onFilter}
        off="all"
      />
      {onReset && (
        <div className="row push rigid nowrap">
          <Button size="xs" blocked={reason !== null && 'reset-reason'} onClick={onReset}>
            Reset to defaults
          </Button>
          {reason && (
            <span id="reset-reason" className="meta">
              {reason}
            </span>
          )}
        </div>
      )}
    </Toolbar>
  )
}
