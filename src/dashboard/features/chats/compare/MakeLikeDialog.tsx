import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { groupNames, isUnnamedSound, setting, settingNames } from '#contract/settings-derive.ts'
import { groups, type SettingName } from '#contract/settings.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { count, counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { setCells } from './drafts.ts'
import type { MatrixChat } from './model/matrix-chat.ts'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { chatTitle } from '#contract/chat-title.ts'
import type { CellValue } from './edits.ts'

/** What is made like another chat. */
export interface MakeLike {
  chatIds: readonly number[]
  /** null: any setting, by groups. */
  names: readonly SettingName[] | null
}

interface MakeLikeDialogProps extends MakeLike {
  chats: readonly MatrixChat[]
  onClose: () => void
}

/** Takes the values of one chat over into others, as edits; nothing is sent. */
export function MakeLikeDialog({ chats, chatIds, names, onClose }: MakeLikeDialogProps) {
  const [sourceId, setSourceId] = useState<string | null>(null)
  const [targets, setTargets] = useState<ReadonlySet<number>>(new Set(chatIds))
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const readable = chats.filter(({ access }) => access !== 'none')
  const source = readable.find(({ id }) => String(id) === sourceId)
  const copied = source ? namesToCopy(source).filter((name) => !names || names.includes(name)) : []
  const chosen = chats.filter(({ id }) => targets.has(id))
  const cells = source ? cellsLike(source, chosen, copied) : []
  const groupOf = (name: SettingName) => setting(name).group
  const kept = cells.filter(({ name }) => !leftOut.has(groupOf(name)))
  const changedChats = new Set(kept.map(({ chatId }) => chatId)).size

  function apply() {
    setCells(kept)
    toast(`${counted(kept.length, 'value')} set in ${counted(changedChats, 'chat')}. Review them to save.`)
    onClose()
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Make like another chat"
      size={560}
      submit={
        kept.length === 0
          ? 'Set values'
          : `Set ${count(kept.length)} ${kept.length === 1 ? 'value' : 'values'} in ${counted(changedChats, 'chat')}`
      }
      blocked={kept.length === 0}
      onSubmit={apply}
    >
      <SearchSelect
        label="Take the values of"
        nothingFound="No such chat"
        placeholder="Choose a chat"
        data={readable.map((chat) => ({ value: String(chat.id), label: chatTitle(chat) }))}
        value={sourceId}
        onChange={setSourceId}
      />
      <ChatPicker
        label="Change these chats"
        chats={chats.flatMap(({ access, saved, id }) => (access === 'edit' && id !== source?.id ? [saved] : []))}
        chosen={targets}
        onChoose={setTargets}
      />
      {names && <p className="help">Settings: {listed(names.map((name) => setting(name).label))}.</p>}
      {source && !names && (
        <fieldset>
          <legend className="medium">Settings that differ</legend>
          <div className="stack gap-4">
            {groupNames.map((group) => {
              const number = cells.filter(({ name }) => groupOf(name) === group).length
              if (number === 0) return null
              return (
                <Checkbox
                  key={group}
                  label={`${groups[group].label} (${plural(number, '{count} value', '{count} values')})`}
                  checked={!leftOut.has(group)}
                  onChange={(event) => {
                    const others = [...leftOut].filter((other) => other !== group)
                    setLeftOut(new Set(event.currentTarget.checked ? others : [...others, group]))
                  }}
                />
              )
            })}
            {cells.length === 0 && <p className="help">These chats have the same settings already, apart from their names.</p>}
          </div>
        </fieldset>
      )}
      <p className="help">The values become edits. Nothing is sent before you review them.</p>
    </FormDialog>
  )
}

/** The settings that a chat can give to others: not its name, nor a sound whose name nobody has confirmed. */
export const namesToCopy = (source: MatrixChat): SettingName[] =>
  settingNames.filter((name) => name !== 'name' && !isUnnamedSound(name, source.values[name]))

/** The cells that differ from the chosen chat, with its values. Its own cells and those that the person may not change are left out. */
export const cellsLike = (source: MatrixChat, targets: readonly MatrixChat[], names: readonly SettingName[]): CellValue[] =>
  targets.flatMap((chat) =>
    chat.id === source.id || chat.access !== 'edit'
      ? []
      : names
          .filter((name) => chat.values[name] !== source.values[name])
          .map((name) => ({ chatId: chat.id, name, value: source.values[name] })),
  )
