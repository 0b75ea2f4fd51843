import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import type { WordList } from '#contract/rules/rule.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { draftName, readDraft, stageEdits } from '#dashboard/platform/saving/drafts.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { withListWords, type Addition } from './list-words.ts'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

interface PushDialogProps {
  list: WordList
  chats: Chat[]
  onClose: () => void
}

/** The filter of a chat with the words added, based on an unsaved edit if there is one. */
function additionTo(chat: Chat, words: readonly string[]): Addition {
  const edit = readDraft(draftName('settings', chat.id))?.changes['filterWords']
  return withListWords(typeof edit === 'string' ? edit : chat.filterWords, words)
}

/** Adds the words of a list to the word filters of chats, as edits to review: they are saved by the three-way save of settings. */
export function PushDialog({ list: { name, words }, chats: all, onClose }: PushDialogProps) {
  const may = useMay()
  const navigate = useNavigate()
  const chats = useMemo(() => all.filter(({ id }) => may('settings.write', id)), [all, may])
  const additions = useMemo(() => new Map(chats.map((chat) => [chat.id, additionTo(chat, words)])), [chats, words])
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const usable = chats.filter(({ id }) => chosen.has(id) && isUsable(additions.get(id)))
  const tooLong = chats.filter(({ id }) => chosen.has(id) && additions.get(id)?.isTooLong).length
  const staging = useAction(null, async () => {
    // The words of a chat may have changed since the page was opened.
    const { data } = await queryClient.fetchQuery({ ...endpointQuery('chatList', {}), staleTime: 0 })
    const ids = new Set(usable.map(({ id }) => id))
    let unstored = 0
    for (const chat of data.filter(({ id }) => ids.has(id))) {
      const addition = additionTo(chat, words)
      if (isUsable(addition) && !stageEdits(draftName('settings', chat.id), chat, { filterWords: addition.filterWords })) unstored++
    }
    if (unstored > 0) {
      toastWarning(
        plural(unstored, '{count} chat is left out', '{count} chats are left out'),
        'This browser cannot store more edits. Save these first.',
      )
      if (unstored === ids.size) return
    }
    await navigate(to.compareReview())
  })
  return (
    <FormDialog
      title={`Push ${name} to chats`}
      size={560}
      isBusy={staging.isPending}
      blocked={usable.length === 0}
      submit={plural(usable.length, 'Push this list to {count} chat', 'Push this list to {count} chats')}
      onClose={onClose}
      onSubmit={() => staging.mutate()}
    >
      <NotSaved error={staging.error} title="Nothing was prepared." kept="" />
      <p className="help">
        The {counted(words.length, 'word')} are added to the banned words of these chats. The chats keep their own words. You review the
        changes before anything is saved.
      </p>
      <ChatPicker label="Chats" chats={chats} chosen={chosen} onChoose={setChosen} describe={({ id }) => inWords(additions.get(id))} />
      {tooLong > 0 && (
        <Banner>
          {plural(
            tooLong,
            'The filter of {count} chat would be longer than 20,000 characters, so it is left out.',
            'The filters of {count} chats would be longer than 20,000 characters, so they are left out.',
          )}
        </Banner>
      )}
    </FormDialog>
  )
}

const isUsable = (addition: Addition | undefined) => addition !== undefined && addition.added > 0 && !addition.isTooLong

function inWords(addition: Addition | undefined): string {
  if (!addition || addition.added === 0) return 'Has all of them'
  return addition.isTooLong ? 'Its filter is full' : plural(addition.added, 'Adds {count} word', 'Adds {count} words')
}
