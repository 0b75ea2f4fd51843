import type { Chat } from '#contract/chats.ts'
import type { PresetOn } from '#contract/workspace/presets.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import { heldChats } from '#dashboard/platform/presets/presets-on.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { presetIcon } from '../preset-icon.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import classes from './PresetList.module.css'

interface PresetListProps {
  presets: KnownPreset[]
  shownId: string
  on: PresetOn[]
  chats: Chat[]
  labels: ChatLabels
  onShow: (presetId: string) => void
}

export function PresetList({ presets, ...rest }: PresetListProps) {
  const own = presets.filter(({ isBuiltIn }) => !isBuiltIn)
  return (
    <nav className={classes.list} aria-label="All presets">
      <h2 className={classes.group}>Built in</h2>
      <Group {...rest} presets={presets.filter(({ isBuiltIn }) => isBuiltIn)} />
      {own.length > 0 && (
        <>
          <h2 className={classes.group}>Your presets</h2>
          <Group {...rest} presets={own} />
        </>
      )}
      <p className={classes.hint}>A preset holds values for some settings. Ending it puts back what was there before.</p>
    </nav>
  )
}

const Group = ({ presets, shownId, on, chats, labels, onShow }: PresetListProps) => (
  <ul>
    {presets.map(({ id, preset }) => {
      const held = on.filter(({ presetId, ended }) => presetId === id && ended === null).flatMap(heldChats).length
      return (
        <li key={id}>
          <button type="button" className={classes.item} aria-current={id === shownId || undefined} onClick={() => onShow(id)}>
            <Icon name={presetIcon(id)} />
            <span className="shrinks">
              <span className="outside medium block">{preset.name}</span>
              <span className="help block">
                {plural(Object.keys(preset.values).length, '{count} setting · {chats}', '{count} settings · {chats}', {
                  chats: preset.chats === 'all' ? 'all chats' : counted(chosenChats(preset.chats, chats, labels).length, 'chat'),
                })}
              </span>
            </span>
            {held > 0 && (
              <span className={`tag tag-warn medium ${classes.on}`}>
                <Icon name="shield" size={12} /> On in {count(held)}
              </span>
            )}
          </button>
        </li>
      )
    })}
  </ul>
)
