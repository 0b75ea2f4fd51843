import { Anchor } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import type { Preset } from '#contract/presets/preset.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { chatsOfPreset } from '../turn-on/choosing.ts'
import classes from './PresetDetails.module.css'

interface PresetChatsProps {
  preset: Preset
  chats: Chat[]
  labels: ChatLabels
  /** Missing: the person may not change it. */
  onChange?: () => void
}

const maxNamed = 12

/** The chats that are chosen when the preset is turned on. */
export function PresetChats({ preset: { chats: chosen }, chats, labels, onChange }: PresetChatsProps) {
  const all = chatsOfPreset(chosen, chats, labels)
  const single = chosen === 'all' ? [] : chats.filter(({ id }) => chosen.chatIds.includes(id))
  const named = single.slice(0, maxNamed)
  const ofLabel = (label: string) => counted(chats.filter(({ id }) => labels.get(id)?.includes(label)).length, 'chat')
  return (
    <section aria-labelledby="preset-chats">
      <h3 id="preset-chats" className={classes.heading}>
        Chats <span className="num">{count(all.length)}</span>
        {onChange && (
          <Anchor component="button" type="button" fz="help" fw={400} ml="auto" onClick={onChange}>
            Change
          </Anchor>
        )}
      </h3>
      <ul className={classes.chips}>
        {chosen === 'all' && <li className={classes.chip}>All chats, including new ones</li>}
        {chosen !== 'all' &&
          chosen.labels.map((label) => (
            <li key={label} className={classes.chip} data-label>
              label: <bdi>{label}</bdi>, {ofLabel(label)}
            </li>
          ))}
        {named.map(({ id, name }) => (
          <li key={id} className={classes.chip}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {single.length > named.length && (
          <li className={classes.chip}>{plural(single.length - named.length, '{count} more', '{count} more')}</li>
        )}
        {chosen !== 'all' && chosen.labels.length === 0 && single.length === 0 && (
          <li className="help">None. You choose them when you turn it on.</li>
        )}
      </ul>
    </section>
  )
}
