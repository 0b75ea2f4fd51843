import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { settingNames, type Settings } from '#contract/settings-derive.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { readDraft, settleDraft, withoutSaved, writeDraft, type Draft } from '#dashboard/platform/saving/settings-draft.ts'
import { settingsResolver } from './settings-resolver.ts'
import { edit, editedNames, type Values } from './store.ts'

const settingsOf = (chat: Settings) => Object.fromEntries(settingNames.map((name) => [name, chat[name]])) as unknown as Settings
const only = <T extends object>(values: T, names: string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<T>

const quietTime = 300

/** The edits of a chat's settings, and their draft in this browser. */
export function useSettingsForm(chat: Chat) {
  const accountId = useSession().account.id
  const [found] = useState(() => withoutSaved(readDraft(accountId, chat.id), chat))
  const own = found?.madeHere ? found : null
  const [offered, setOffered] = useState<Draft | null>(found?.madeHere ? null : found)
  const [base, setBase] = useState<Settings>(() => ({ ...settingsOf(chat), ...(own && only(own.base, Object.keys(own.changes))) }))
  const form = useForm<Values, Settings>({ defaultValues: { ...base, ...own?.changes }, context: base, resolver: settingsResolver })

  /** Takes over what the service holds, with these edits over it. */
  const adopt = useCallback(
    (held: Settings, edits: Partial<Values>) => {
      const fresh = settingsOf(held)
      setBase(fresh)
      form.reset({ ...fresh, ...edits })
    },
    [form],
  )

  // Edits are judged against the base: those of a draft, and those that stay after a save.
  useEffect(() => {
    if (editedNames(base, form.getValues()).length > 0) void form.trigger()
  }, [form, base])

  // A newer answer of the service is taken over while nothing is edited. Otherwise saving compares the three, and only what the service holds by now,
  // saved by whomever, is no edit any more.
  const takeOver = useEffectEvent((newer: Chat) => {
    const values = form.getValues()
    const edited = editedNames(base, values)
    const saved = edited.filter((name) => values[name] === newer[name])
    if (saved.length === edited.length) adopt(newer, {})
    else if (saved.length > 0) setBase({ ...base, ...only(newer, saved) })
    setOffered(withoutSaved(offered, newer))
    settleDraft(accountId, chat.id, newer)
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the edits live in the form, outside React's state, and are only known here
  useEffect(() => takeOver(chat), [chat])

  // Compares the values with the base of the moment: after a save both are new, and what was saved is no edit any more.
  const keepDraft = (undecidedDraft: Draft | null) => {
    const values = form.getValues()
    const edited = editedNames(base, values)
    // What is offered and not decided yet is kept too.
    const undecided = undecidedDraft ? Object.keys(undecidedDraft.changes) : []
    writeDraft(accountId, chat.id, {
      base: { ...base, ...(undecidedDraft && only(undecidedDraft.base, undecided)) },
      changes: { ...undecidedDraft?.changes, ...only(values, edited) },
      at: edited.length === 0 && undecidedDraft ? undecidedDraft.at : Date.now(),
    })
  }
  const keepNow = useEffectEvent(() => keepDraft(offered))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      timer = undefined
      keepNow()
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(write, quietTime)
    }
    const now = () => timer !== undefined && (clearTimeout(timer), write())
    // Another tab of the account saved or dropped its edits of this chat, and the draft of these with them: all tabs keep one.
    const writeAgain = ({ newValue }: StorageEvent) => {
      if (newValue === null && readDraft(accountId, chat.id) === null) soon()
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: soon })
    addEventListener('pagehide', now)
    addEventListener('storage', writeAgain)
    return () => {
      now()
      unsubscribe()
      removeEventListener('pagehide', now)
      removeEventListener('storage', writeAgain)
    }
  }, [form, accountId, chat.id])

  const restore = () => {
    if (!offered) return
    setBase((current) => ({ ...current, ...only(offered.base, Object.keys(offered.changes)) }))
    for (const name of settingNames) {
      const value = offered.changes[name]
      if (value !== undefined) edit(form, name, value)
    }
    setOffered(null)
  }
  const drop = () => {
    keepDraft(null)
    setOffered(null)
  }
  return { form, base, adopt, draft: { offered, restore, drop } }
}
