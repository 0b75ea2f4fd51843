import { Anchor } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { usableValues, type Preset } from '#contract/presets/preset.ts'
import type { SettingValue } from '#contract/settings-derive.ts'
import type { PresetOn } from '#contract/workspace/presets.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { UnusableNote } from '../UnusableNote.tsx'
import { settingLabel, valueInWords } from '../value-words.ts'
import { nowInWords } from './now-in-words.ts'
import classes from './PresetDetails.module.css'

interface ValuesTableProps {
  preset: Preset
  on: PresetOn[]
  chats: Chat[]
  labels: ChatLabels
  catalogue: Catalogue
}

/** The values of a preset, and what its chats hold in which it is not on. */
export function ValuesTable({ preset, on, chats, labels, catalogue }: ValuesTableProps) {
  const may = useMay()
  const { values, unusable } = usableValues(preset.values)
  const held = new Set(on.flatMap((one) => one.chats.map(({ chatId }) => chatId)))
  const others = chosenChats(preset.chats, chats, labels).filter(({ id }) => !held.has(id) && may('settings.read', id))
  const entries = Object.entries(values) as [string, SettingValue][]
  return (
    <section aria-labelledby="preset-values">
      <h3 id="preset-values" className={classes.heading}>
        Values <span className="num">{count(entries.length)}</span>
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
