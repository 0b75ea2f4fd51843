import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { presetSettings } from '#contract/presets/preset.ts'
import { differsFromDefault, isUnnamedSound, settingsWrite, withSoundNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { chatsByName } from '#dashboard/platform/chats/chat-search.ts'
import { soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { emptyDraft, type PresetDraft } from './draft.ts'
import { SettingChoice, type OfferedValue } from './SettingChoice.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'
import { chatTitle } from '#contract/chat-title.ts'

interface FromChatDialogProps {
  chats: Chat[]
  catalogue: Catalogue
  onUse: (draft: PresetDraft) => void
  onClose: () => void
}

/** Begins a preset with the values of a chat. Those that differ from the default are chosen first. */
export function FromChatDialog({ chats, catalogue, onUse, onClose }: FromChatDialogProps) {
  const may = useMay()
  const readable = chatsByName(chats.filter(({ id }) => may('settings.read', id)))
  const [chatId, setChatId] = useState<number | null>(null)
  const [picked, setPicked] = useState<ReadonlySet<SettingName> | null>(null)
  const found = readable.find(({ id }) => id === chatId)
  const chat = found && withSoundNames(found, soundName(catalogue))
  const offered: OfferedValue[] = chat
    ? presetSettings
        .filter((name) => !isUnnamedSound(name, chat[name]) && settingsWrite[name].safeParse(chat[name]).success)
        .map((name) => ({ name, value: chat[name] }))
        .toSorted((one, other) => Number(differsFromDefault(other.name, other.value)) - Number(differsFromDefault(one.name, one.value)))
    : []
  const chosen = picked ?? new Set(offered.filter(({ name, value }) => differsFromDefault(name, value)).map(({ name }) => name))
  const use = () =>
    onUse({
      ...emptyDraft,
      values: Object.fromEntries(offered.filter(({ name }) => chosen.has(name)).map(({ name, value }) => [name, value])),
    })
  return (
    <Modal opened onClose={onClose} size={640} title="New preset from a chat">
      <Stack gap="lg">
        <SearchSelect
          label="Chat"
          placeholder={readable.length > 0 ? 'Choose a chat' : 'There is no chat whose settings you may read'}
          nothingFound="No such chat"
          data-autofocus
          data={readable.map((chat) => ({ value: String(chat.id), label: chatTitle(chat) }))}
          value={chatId === null ? null : String(chatId)}
          onChange={(next) => {
            setChatId(Number(next))
            setPicked(null)
          }}
        />
        {chat && (
          <>
            <p className="help">Values that differ from the default are chosen.</p>
            <SettingChoice label="Values of the chat" {...{ offered, chosen, catalogue }} onChoose={setPicked} />
          </>
        )}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          {chosen.size > 0 && (
            <Button variant="filled" onClick={use}>
              {plural(chosen.size, 'Continue with {count} value', 'Continue with {count} values')}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
