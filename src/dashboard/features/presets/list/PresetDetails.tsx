import { Button } from '#dashboard/ui/form/Button.tsx'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { type Preset, usableValues } from '#contract/presets/preset.ts'
import type { SettingValue } from '#contract/settings-derive.ts'
import { roleNames } from '#contract/gateway/role-names.ts'
import type { PresetOn, PresetUse } from '#contract/gateway/presets.ts'
import { rightsOf, roles } from '#contract/gateway/rights.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import { presetOpening, turnOnPreset } from '#dashboard/platform/presets/opening.ts'
import { titleOf, untilInWords } from '#dashboard/platform/presets/presets-on.ts'
import { durationInWords, endInWords } from '#dashboard/platform/presets/until.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { count, counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { day, useNow } from '#dashboard/ui/format/time.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useEndNow, usePresetRights } from '../actions.ts'
import { presetProblem } from '../edit/preset-fields.ts'
import { nowInWords, settingLabel, UnusableNote, valueInWords } from '../value-words.tsx'
import { PresetChats } from './PresetChats.tsx'
import classes from './PresetDetails.module.css'
import { PresetMenu } from './PresetMenu.tsx'

export interface PresetDetailsProps {
  known: KnownPreset
  /** Where this preset is on. */
  on: PresetOn[]
  chats: Chat[]
  labels: ChatLabels
  catalogue: Catalogue
  onEdit: () => void
  onDuplicate: () => void
  onDeleted: () => void
}

export function PresetDetails(props: PresetDetailsProps) {
  const { known, on, chats, labels, catalogue, onEdit, onDuplicate } = props
  const { id, preset, isBuiltIn, entry } = known
  const mayWrite = useMay()('presets.write')
  const problem = presetProblem(usePerson(), known)
  const turnOn = () => turnOnPreset({ presetId: id })
  useKey('l', `Turn on ${preset.name}…`, turnOn)
  return (
    <article className={classes.details} aria-labelledby="preset-name">
      <header className={classes.head}>
        <h2 id="preset-name" className="outside">
          {preset.name}
        </h2>
        {isBuiltIn && <Badge>{entry ? 'Built in, edited' : 'Built in'}</Badge>}
        <span className="row push">
          {mayWrite && (
            <>
              <Button className="not-on-phones" icon="copy" onClick={onDuplicate}>
                Duplicate
              </Button>
              <Button className="not-on-phones" icon="edit" blocked={problem !== null && 'preset-problem'} onClick={onEdit}>
                Edit
              </Button>
            </>
          )}
          <PresetMenu {...props} problem={problem} />
          <Button variant="filled" onClick={turnOn} aria-keyshortcuts="L" rightSection={<kbd aria-hidden>L</kbd>}>
            Turn on…
          </Button>
        </span>
      </header>
      {preset.description !== '' && <p className="quiet outside">{preset.description}</p>}
      {mayWrite && problem !== null && (
        <p className="help outside" id="preset-problem">
          {problem}
        </p>
      )}
      {on.map((one) => (
        <OnBox key={one.id} on={one} chats={chats} />
      ))}
      <ValuesTable preset={preset} on={on} chats={chats} labels={labels} catalogue={catalogue} />
      <div className={classes.columns}>
        <PresetChats known={known} chats={chats} labels={labels} {...(mayWrite && problem === null && { onChange: onEdit })} />
        <HowItRuns presetId={id} preset={preset} />
      </div>
    </article>
  )
}

/** How long it is on, who may turn it on, and when that was done last. */
function HowItRuns({ presetId, preset: { minutes } }: { presetId: string; preset: Preset }) {
  const uses = useQuery(workspaceQuery('presetUseList', {}))
  const use = uses.data?.data.find((one) => one.presetId === presetId)
  const hasTeam = useSession().team !== undefined
  const seesRoles = useMay()('people.read') && hasTeam
  const changes = useQuery({ ...workspaceQuery('teamRead', {}), enabled: seesRoles }).data?.data.roles
  return (
    <section aria-labelledby="preset-run">
      <h3 id="preset-run" className={classes.heading}>
        How it runs
      </h3>
      <dl>
        <div className={classes.fact}>
          <dt className="quiet">Ends</dt>
          <dd>
            {minutes === null
              ? 'When somebody ends it, unless you choose a time'
              : `After ${durationInWords(minutes * 60_000)}, unless you choose`}
          </dd>
        </div>
        {seesRoles && changes && (
          <div className={classes.fact}>
            <dt className="quiet">May turn it on</dt>
            <dd>{listed(roleNames.filter((role) => rightsOf(role, changes).includes('presets.use')).map((role) => roles[role].label))}</dd>
          </div>
        )}
        <div className={classes.fact}>
          <dt className="quiet">Last used</dt>
          <dd>{use ? <LastUse use={use} /> : uses.data ? 'Never' : ''}</dd>
        </div>
      </dl>
    </section>
  )
}

const LastUse = ({ use: { at, by, chats, isOn } }: { use: PresetUse }) => (
  <span className="row wrap gap-10">
    <span className="outside">{[day(at / 1000), counted(chats, 'chat'), by].filter(Boolean).join(', ')}</span>
    <span className="quiet">{isOn ? 'on now' : 'ended'}</span>
  </span>
)

const maxNamed = 8

/** Where the preset is on, with what can be done about it. */
function OnBox({ on, chats }: { on: PresetOn; chats: Chat[] }) {
  const now = useNow() * 1000
  const { mayEnd, hasAll } = usePresetRights()(on)
  const endNow = useEndNow()
  const names = on.chats.slice(0, maxNamed).map(({ chatId }) => chatTitle(chats.find(({ id }) => id === chatId) ?? { chatId, name: '' }))
  return (
    <section className={classes.box} aria-label={titleOf(on)}>
      <Icon name="shield" className="warn" />
      <p className="grow">
        <b className="outside">{titleOf(on)}</b> <span className="outside">{sinceAndUntil(on, now)}</span>
        <span className="block quiet outside">
          {names.join(', ')}
          {on.chats.length > names.length && plural(on.chats.length - names.length, ' and {count} more', ' and {count} more')}
        </span>
      </p>
      {hasAll && (
        <PageLink to={to.change(on.id)} className="link fz-help">
          What changed
        </PageLink>
      )}
      {mayEnd && (
        <span className="row">
          <Button size="xs" blocked={!hasAll && `extend-${on.id}`} onClick={() => presetOpening.set({ dialog: 'extend', onId: on.id })}>
            Extend…
          </Button>
          <Button size="xs" loading={endNow.isPending} onClick={() => endNow.mutate(on)}>
            End now
          </Button>
        </span>
      )}
      {mayEnd && !hasAll && (
        <span id={`extend-${on.id}`} className="help full">
          It is also on in other chats, and is extended in all of them together.
        </span>
      )}
    </section>
  )
}

/** "by Ana since 19:30, until 21:30" @param now milliseconds */
function sinceAndUntil(on: PresetOn, now: number): string {
  const [since, until] = [endInWords(on.at, now), untilInWords(on, now)]
  return on.by === '' ? `since ${since}, ${until}` : `by ${on.by} since ${since}, ${until}`
}

interface ValuesTableProps {
  preset: Preset
  on: PresetOn[]
  chats: Chat[]
  labels: ChatLabels
  catalogue: Catalogue
}

/** The values of a preset, and what its chats hold in which it is not on. */
function ValuesTable({ preset, on, chats, labels, catalogue }: ValuesTableProps) {
  const may = useMay()
  const { values, unusable } = usableValues(preset.values)
  const held = new Set(on.flatMap((one) => one.chats.map(({ chatId }) => chatId)))
  const others = chosenChats(preset.chats, chats, labels).filter(({ id }) => !held.has(id) && may('settings.read', id))
  const entries = Object.entries(values) as [string, SettingValue][]
  return (
    <section aria-labelledby="preset-values">
      <h3 id="preset-values" className={classes.heading}>
        Values <span className="help num regular">{count(entries.length)}</span>
        {others.length > 0 && (
          <Anchor
            component={PageLink}
            to={to.matrix(preset.chats === 'all' ? [] : others.map(({ id }) => id))}
            fz="help"
            fw={400}
            ml="auto"
          >
            Show in All settings
          </Anchor>
        )}
      </h3>
      <table className={classes.table} aria-labelledby="preset-values">
        <colgroup>
          <col width="30%" />
          <col />
          <col width="22%" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Value while on</th>
            <th scope="col">{held.size > 0 ? 'Other chats now' : 'Its chats now'}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(([name, value]) => (
            <tr key={name}>
              <th scope="row" className="medium">
                {settingLabel(name)}
              </th>
              <td className="outside">{valueInWords(name, value, catalogue)}</td>
              <td className="help">{nowInWords(name, others, catalogue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <UnusableNote unusable={unusable} />
    </section>
  )
}
