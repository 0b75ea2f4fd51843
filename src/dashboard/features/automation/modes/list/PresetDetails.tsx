import { exportedPresets } from '#engine/exchange/preset-file.ts'
import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { deleteRecord, writeRecords } from '#dashboard/platform/records/records.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { downloadText, inFileName } from '#dashboard/ui/format/download.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { useQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { type Preset, usableValues } from '#contract/presets/preset.ts'
import type { SettingValue } from '#contract/settings-derive.ts'
import { roleNames } from '#contract/gateway/role-names.ts'
import type { PresetOn, PresetUse } from '#contract/gateway/presets.ts'
import { rightsOf, roles } from '#contract/gateway/rights.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import type { KnownPreset, PresetEntry } from '#dashboard/platform/presets/known-presets.ts'
import { turnOnPreset } from '#dashboard/platform/presets/opening.ts'
import { duration } from '#dashboard/ui/format/dates.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { to } from '#dashboard/platform/to.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'
import { day } from '#dashboard/ui/format/time.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import { presetProblem } from '../edit/preset-fields.ts'
import { nowInWords, settingLabel, UnusableNote, valueInWords } from '../value-words.tsx'
import { OnBox, PresetChats } from './PresetChats.tsx'
import classes from '../ModesPage.module.css'

interface PresetDetailsProps {
  known: KnownPreset
  /** Where this mode is on. */
  on: PresetOn[]
  chats: Chat[]
  labels: ChatLabels
  catalogue: Catalogue
  onEdit: () => void
  onDuplicate: () => void
  onDeleted: () => void
}

export function PresetDetails(props: PresetDetailsProps) {
  const { known, on, chats, labels, onEdit, onDuplicate } = props
  const { id, preset, isBuiltIn, entry } = known
  const mayWrite = useMay()('presets.write')
  const problem = presetProblem(usePerson(), known)
  const turnOn = () => turnOnPreset({ presetId: id })
  useKey('l', `Turn on ${preset.name}…`, turnOn)
  return (
    <article className="panel stack gap-16" aria-labelledby="preset-name">
      <header className="row wrap">
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
      <ValuesTable {...props} />
      <div className={classes.split}>
        <PresetChats known={known} chats={chats} labels={labels} {...(mayWrite && problem === null && { onChange: onEdit })} />
        <HowItRuns presetId={id} preset={preset} />
      </div>
    </article>
  )
}

/** How long it is on, who may turn it on, and when that was done last. */
function HowItRuns({ presetId, preset: { minutes } }: { presetId: string; preset: Preset }) {
  const uses = useQuery(gatewayQuery('presetUseList', {}))
  const use = uses.data?.data.find((one) => one.presetId === presetId)
  const hasTeam = useSession().team !== undefined
  const seesRoles = useMay()('people.read') && hasTeam
  const changes = useQuery({ ...gatewayQuery('teamRead', {}), enabled: seesRoles }).data?.data.roles
  return (
    <Section title="How it runs" level={3}>
      <KeyValue className="small mt-8">
        <Fact name="Ends">
          {minutes === null ? 'When someone ends it, unless you choose a time' : `After ${duration(minutes * 60_000)}, unless you choose`}
        </Fact>
        {seesRoles && changes && (
          <Fact name="May turn it on">
            {listed(roleNames.filter((role) => rightsOf(role, changes).includes('presets.use')).map((role) => roles[role].label))}
          </Fact>
        )}
        <Fact name="Last used">{use ? <LastUse use={use} /> : uses.data ? 'Never' : ''}</Fact>
      </KeyValue>
    </Section>
  )
}

const LastUse = ({ use: { at, by, chats, isOn } }: { use: PresetUse }) => (
  <span className="row wrap gap-10">
    <span className="outside">{[day(at / 1000), counted(chats, 'chat'), by].filter(Boolean).join(', ')}</span>
    <span className="quiet">{isOn ? 'on now' : 'ended'}</span>
  </span>
)

/** The values of a mode, and what its chats hold in which it is not on. */
function ValuesTable({ known: { preset }, on, chats, labels, catalogue }: PresetDetailsProps) {
  const may = useMay()
  const { values, unusable } = usableValues(preset.values)
  const held = new Set(on.flatMap((one) => one.chats.map(({ chatId }) => chatId)))
  const others = chosenChats(preset.chats, chats, labels).filter(({ id }) => !held.has(id) && may('settings.read', id))
  const entries = Object.entries(values) as [string, SettingValue][]
  const nowColumn = {
    key: 'now',
    label: held.size > 0 ? 'Other chats now' : 'Its chats now',
    width: 180,
    // On phones it is left out.
    dropRank: 1,
    cell: ([name]: [string, SettingValue]) => <span className="help">{nowInWords(name, others, catalogue)}</span>,
  }
  return (
    <Section
      title="Values"
      note={count(entries.length)}
      level={3}
      actions={
        others.length > 0 && (
          <PageLink to={to.compare(preset.chats === 'all' ? [] : others.map(({ id }) => id))} className="link fz-help">
            Show in Compare
          </PageLink>
        )
      }
    >
      <div className="flush">
        <DataTable
          label="Values"
          rows={entries}
          columns={[
            {
              key: 'setting',
              label: 'Setting',
              width: 220,
              isRowHead: true,
              cell: ([name]) => <span className="medium">{settingLabel(name)}</span>,
            },
            {
              key: 'value',
              label: 'Value while on',
              cell: ([name, value]) => <span className="outside">{valueInWords(name, value, catalogue)}</span>,
            },
            ...(others.length === 0 ? [] : [nowColumn]),
          ]}
          idOf={([name]) => name}
          nameOf={([name]) => settingLabel(name)}
          item="columns"
        />
      </div>
      <UnusableNote unusable={unusable} />
    </Section>
  )
}

interface PresetMenuProps extends PresetDetailsProps {
  /** Why the person may not change it; null: they may. */
  problem: string | null
}

/** What can be done with a mode, beside turning it on. */
function PresetMenu({ known, on, problem, onEdit, onDuplicate, onDeleted }: PresetMenuProps) {
  const { preset, isBuiltIn, entry } = known
  const mayWrite = useMay()('presets.write')
  const exportIt = () => downloadText(`preset-${inFileName(preset.name) || 'unnamed'}.json`, exportedPresets([preset]))
  return (
    <ActionMenu
      button={<IconButton icon="more" aria-label={`Actions for ${preset.name}`} />}
      items={() => (
        <>
          {mayWrite && (
            <>
              <MenuItem label="Edit" className="on-phones" icon="edit" reason={problem} onClick={onEdit} />
              <MenuItem icon="copy" label="Duplicate" className="on-phones" onClick={onDuplicate} />
            </>
          )}
          <MenuItem icon="download" label="Export" onClick={exportIt} />
          {mayWrite && entry && (
            <MenuItem
              icon={isBuiltIn ? 'undo' : 'trash'}
              label={isBuiltIn ? 'Reset to the built-in mode…' : 'Delete…'}
              isDanger={!isBuiltIn}
              reason={problem}
              onClick={() => removePreset(known, entry, on.length > 0, onDeleted)}
            />
          )}
        </>
      )}
    />
  )
}

/** Deletes a mode, or brings back the built-in one. Where it is on, it stays on. */
function removePreset({ preset, isBuiltIn }: KnownPreset, entry: PresetEntry, isOn: boolean, onDeleted: () => void) {
  const { key, value } = entry
  confirm({
    title: isBuiltIn ? `Reset ${preset.name} to the built-in mode?` : `Delete ${preset.name}?`,
    body: (
      <>
        <p>{isBuiltIn ? 'Its values and chats are replaced with the built-in ones.' : 'It is deleted for everyone in this account.'}</p>
        {isOn && <p>It stays on in its chats. Ending it still puts everything back.</p>}
      </>
    ),
    confirmLabel: isBuiltIn ? 'Reset' : 'Delete',
    danger: !isBuiltIn,
    run: async () => {
      await deleteRecord('presets', entry)
      if (!isBuiltIn) onDeleted()
      const restore = () =>
        void writeRecords('presets', [{ chatId: null, key, before: null, value }]).catch((error: unknown) =>
          toastError('The mode was not restored', error),
        )
      toast(isBuiltIn ? `${preset.name} was reset` : `${preset.name} was deleted`, { label: 'Undo', run: restore })
    },
  })
}
