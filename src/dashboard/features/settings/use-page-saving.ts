import { useMemo, useRef, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { isSettingName, type Settings, type SettingsWrite } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { withVersion } from '#contract/own-service.ts'
import { writer, withCause } from '#dashboard/platform/api/actions.ts'
import { endpointQuery, queryClient, refresh } from '#dashboard/platform/api/query.ts'
import { settingsTarget } from '#engine/saving/settings-target.ts'
import { uncheckedSaves } from '#engine/saving/three-way.ts'
import type { EditedForm } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { atRisk, knownSounds } from '#dashboard/platform/service/known-service.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { storedText, storeText, useSession } from '#dashboard/platform/session/session-state.ts'
import { useModKey } from '#dashboard/ui/overlay/keys.tsx'
import { usePrompt } from '#dashboard/ui/overlay/use-prompt.ts'
import { createStore } from '#dashboard/ui/store.ts'
import { asSettings, type HoursPart, type Values } from './form/store.ts'
import { dangers } from '#dashboard/platform/saving/dangers.ts'
import { chatTitle } from '#contract/chat-title.ts'

interface SettingsSavingOptions {
  chat: Chat
  edits: EditedForm<Settings, Values>
  currency: string
  catalogue: Catalogue
  /** Shows a setting whose value is refused, by the form or by the service. */
  onProblem: (name: SettingName) => void
}

/** The question whether to save without these settings. */
export interface LeftOut {
  /** Sounds without a name. */
  names: SettingName[]
  /** Settings that the service does not show. */
  hidden: SettingName[]
  /** What the service holds now. */
  values: Settings
}

const hiddenName = 'hidden-settings'
/** The settings that the service does not show, and of which the person was told in this browser. */
const acceptedHidden = () => (storedText(hiddenName) ?? '').split(' ').filter(isSettingName)
function acceptHidden(names: SettingName[]) {
  if (names.length > 0) storeText(hiddenName, [...acceptedHidden(), ...names].join(' '))
}

/** What saving settings has beyond any other form: the review, which dangerous changes need, and the question about sounds that cannot be sent. */
function useSettingsSaving({ chat, edits, currency, catalogue, onProblem }: SettingsSavingOptions) {
  const { base, form, editedNames } = edits
  const [reviewed, setReviewed] = useState<Values | null>(null)
  const [undoOf, setUndoOf] = useState<number | null>(null)
  const [leftOut, askLeftOut] = usePrompt<LeftOut, boolean>(false)
  const params = { chatId: chat.id }
  const { queryKey } = endpointQuery('chatRead', { params })
  const isOwnService = useSession().service.kind === 'bundled'
  const latest = useRef<ReturnType<typeof settingsTarget>>(null)
  const byHand = writer('chatUpdate')
  const needsReview = (values: Values) => dangers(base, asSettings(values), { currency }).length > 0
  const saving = useSaving<Settings, Values, Chat, Partial<SettingsWrite>, SendRequest>({
    edits,
    what: `Settings of ${chatTitle(chat)}`,
    isPart: true,
    savedMessage: 'Settings saved',
    writes: undoOf === null ? byHand : { ...byHand, send: withCause(byHand.send, { kind: 'undo', of: undoOf }) },
    target: async (send, changes) =>
      (latest.current = settingsTarget({
        call: send,
        ...params,
        // Only our own service is known to take a save for the version that was read. What became of an earlier save has to be read.
        known: isOwnService && !uncheckedSaves.has(edits.draftName) ? queryClient.getQueryData(queryKey) : undefined,
        sounds: await knownSounds(),
        // The review names them.
        acceptedRisks: [...(changes ? atRisk(catalogue, { ...base, ...changes }) : []), ...acceptedHidden()],
        asksForHidden: true,
        mayReset: async (names, values, hidden) => {
          const may = await askLeftOut({ names, hidden, values })
          if (may) acceptHidden(hidden)
          return may
        },
      })),
    needsReview: (values) => {
      const isDangerous = needsReview(values)
      if (isDangerous) setReviewed(values)
      return isDangerous
    },
    onSaved: (held, isChecked) => {
      setUndoOf(null)
      const version = isChecked ? latest.current?.version() : undefined
      queryClient.setQueryData(queryKey, (before) => before && withVersion({ ...before, data: held }, version))
      void refresh('chatList')
    },
    onProblem,
  })

  return {
    saving,
    reviewed,
    leftOut,
    /** @param undone the entry of the audit log that the edits undo */
    review: async (undone: number | null = null) => {
      if (!(await saving.check(editedNames()))) return
      setUndoOf(undone)
      setReviewed({ ...form.getValues() })
    },
    /** Whether what is edited is saved only after a review. */
    needsReview: () => needsReview(form.getValues()),
    refreshReview: () => setReviewed({ ...form.getValues() }),
    /** @param isSaving whether it closes because its changes are sent */
    closeReview: (isSaving = false) => {
      if (!isSaving) setUndoOf(null)
      setReviewed(null)
    },
  }
}

/**
 * Saves the settings and the opening hours of the page together: first everything is checked and asked, then the settings are sent, and once the
 * service has confirmed them the hours. What was not sent or not confirmed stays an edit, and the bar names it.
 */
export function usePageSaving(options: SettingsSavingOptions) {
  const hours = useMemo(() => createStore<HoursPart | null>(null), [])
  const { saving, ...review } = useSettingsSaving(options)

  /** @param reviewed the settings to save after a review, which leaves out none of the hours */
  async function saveAll(reviewed?: SettingName[]) {
    const part = hours.get()
    const isOfHours = part !== null && part.edited > 0
    const names = reviewed ?? saving.editedNames()
    if (saving.busy || part?.saving.busy || !(await saving.check(names))) return
    if (isOfHours && !(await part.saving.check(part.saving.editedNames()))) return
    if (!reviewed && names.length > 0 && review.needsReview()) return review.review()
    if (isOfHours && !(await part.mayTake())) return
    if (reviewed) review.closeReview(names.length > 0)
    if (names.length > 0 && !(await saving.saveNow(reviewed))) return
    // As they are by now: the group was drawn again meanwhile.
    if (isOfHours) await (hours.get() ?? part).saving.saveNow()
  }
  useModKey('s', () => void saveAll())
  return { saving, hours, saveAll, ...review }
}
