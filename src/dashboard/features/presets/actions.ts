import type { PresetEndPreview, PresetOn } from '#contract/workspace/presets.ts'
import { endpointQuery, queryClient, refresh } from '#dashboard/platform/api/query.ts'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { presetOpening } from '#dashboard/platform/presets/opening.ts'
import { chatsIn, isUnderWay, undecidedIn } from '#dashboard/platform/presets/presets-on.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { endPreviewQuery } from './queries.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** After presets were turned on, changed or ended: what is shown of them, and of the settings that they changed. */
export const refreshPresets = () =>
  Promise.all([refreshWorkspace('presetOnList', 'presetUseList'), refresh('chatList', 'chatRead')]).then(() => {})

/** Whether ending has questions, or a person should see first why it cannot be done everywhere. */
const needsPerson = ({ chats }: PresetEndPreview) =>
  chats.some(
    ({ values, message, soundsAtRisk }) => message !== '' || soundsAtRisk.length > 0 || values.some(({ kind }) => kind === 'decide'),
  )

/** Ends a preset at once where nothing was changed meanwhile; otherwise the dialog opens that asks. */
export function useEndNow() {
  return useWorkspaceAction(
    'presetEnd',
    async (send, on: PresetOn) => {
      const preview = await queryClient.fetchQuery({ ...endPreviewQuery(on.id), staleTime: 0 })
      if (needsPerson(preview.data)) return presetOpening.set({ dialog: 'end', onId: on.id })
      const { data } = await send('presetEnd', { params: { onId: on.id }, body: { choices: [] } })
      await refreshPresets()
      reportEnded(data)
    },
    { isBare: true, onError: () => void refreshPresets() },
  )
}

/** Tries again where a preset could not be turned on or ended. */
export function useRetry() {
  return useWorkspaceAction(
    'presetRetry',
    async (send, { on, acceptRisks = false }: { on: PresetOn; acceptRisks?: boolean }) => {
      const { data } = await send('presetRetry', { params: { onId: on.id }, body: acceptRisks ? { acceptRisks } : {} })
      await refreshPresets()
      const failed = chatsIn(data, 'failed', 'notEnded')
      if (failed.length > 0) toastWarning(failedTitle(data, failed.length), messagesOf(failed))
      else if (!isUnderWay(data)) toast(data.ended === null ? `${data.name} is on in all of its chats` : `${data.name} ended`)
    },
    { isBare: true },
  )
}

const failedTitle = ({ name, ended }: PresetOn, failed: number) =>
  ended === null
    ? plural(failed, '{name} is not on in {count} chat', '{name} is not on in {count} chats', { name })
    : plural(failed, '{name} could not be ended in {count} chat', '{name} could not be ended in {count} chats', { name })

/** A chat that could not even be read has no stored name. */
export const chatNameOf = ({ chatId, name }: PresetOn['chats'][number]): string =>
  chatTitle(
    (name === '' ? queryClient.getQueryData(endpointQuery('chatList', {}).queryKey)?.data.find(({ id }) => id === chatId) : undefined) ?? {
      id: chatId,
      name,
    },
  )

const maxNamed = 3
const messagesOf = (chats: PresetOn['chats']) =>
  chats
    .slice(0, maxNamed)
    .map((chat) => (chat.message === '' ? chatNameOf(chat) : `${chatNameOf(chat)}: ${chat.message}`))
    .join(' · ')

/** What became of ending it, in a toast. What is left to do is in the band. */
export function reportEnded(on: PresetOn): void {
  const { name } = on
  const failed = chatsIn(on, 'notEnded')
  const undecided = undecidedIn(on)
  if (failed.length > 0) toastWarning(failedTitle(on, failed.length), messagesOf(failed))
  else if (undecided > 0)
    toastWarning(
      `${name} ended`,
      plural(
        undecided,
        '{count} value was changed in the meantime and needs a decision.',
        '{count} values were changed in the meantime and need a decision.',
      ),
      { label: 'Decide…', run: () => presetOpening.set({ dialog: 'end', onId: on.id }) },
    )
  else if (isUnderWay(on)) toast(`${name} is ending`)
  else {
    const chats = chatsIn(on, 'ended').length
    toast(plural(chats, '{name} ended in {count} chat', '{name} ended in {count} chats', { name }))
  }
}

/** What becomes of turning it on, in a toast. Where it failed, the band offers to try again. */
export function reportTurnedOn(on: PresetOn, until: string): void {
  const { name } = on
  const failed = chatsIn(on, 'failed')
  if (failed.length > 0) return toastWarning(failedTitle(on, failed.length), messagesOf(failed))
  const values = { name, until }
  const held = on.chats.length - chatsIn(on, 'gone').length
  toast(plural(held, '{name} is on in {count} chat {until}', '{name} is on in {count} chats {until}', values))
}

/** What the person may do with a preset that is on: end it in some of its chats, and change its time where all of them allow it. */
export function usePresetRights() {
  const may = useMay()
  return ({ chats, isReduced }: PresetOn) => ({
    mayEnd: chats.some(({ chatId }) => may('presets.use', chatId)),
    mayExtend: !isReduced && chats.every(({ chatId }) => may('presets.use', chatId)),
  })
}
