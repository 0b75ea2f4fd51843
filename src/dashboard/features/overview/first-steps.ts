import { useEffect, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { defaults } from '#contract/settings-derive.ts'
import { signInMethods } from '#contract/settings-doctor.ts'
import { useIsWriting } from '#dashboard/platform/api/actions.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { storeText, storedText } from '#dashboard/platform/session/session.ts'

/** The steps from an empty account to a chat that people use. The progress is kept in this browser until sign-out. */

export type StepName = 'create' | 'signIn' | 'welcome' | 'share'

interface KeptSteps {
  /** The chat that is being set up. */
  chatId: number | null
  /** Steps that were marked as done. */
  done: StepName[]
  isHidden: boolean
}

const name = 'first-steps'
const begun: KeptSteps = { chatId: null, done: [], isHidden: false }

function read(): KeptSteps | null {
  try {
    return JSON.parse(storedText(name) ?? 'null') as KeptSteps | null
  } catch {
    return null
  }
}

const access = [...signInMethods, 'forceSDKLogin', 'register', 'monetizeLogin', 'allowListeners'] as const

/** The steps that are done: those that the chat's settings show, and those that were marked. */
export function doneSteps(chat: Chat | undefined, marked: readonly StepName[]): Set<StepName> {
  const done = new Set(marked)
  if (!chat) return new Set()
  done.add('create')
  if (access.some((setting) => chat[setting] !== defaults[setting])) done.add('signIn')
  if (chat.groupChatWelcomeMessage !== '') done.add('welcome')
  return done
}

/** Shown from the first visit with an account without chats, until the last step is done or the list is hidden. */
export function useFirstSteps(chats: Chat[]) {
  const isEmpty = chats.length === 0
  const [state, setState] = useState(() => read() ?? (isEmpty ? begun : null))
  const may = useMay()
  // The list has the new chat before its creation is answered. Until then the form stays, which opens the settings of the chat.
  const isCreating = useIsWriting('chatCreate')
  const chat = isCreating ? undefined : (chats.find(({ id }) => id === state?.chatId) ?? chats[0])
  const done = doneSteps(chat, state?.done ?? [])
  // The first chat may be created elsewhere: the progress starts before it exists.
  useEffect(() => {
    if (isEmpty && read() === null) storeText(name, JSON.stringify(begun))
  }, [isEmpty])
  function change(next: Partial<KeptSteps>) {
    const whole = { ...begun, chatId: chat?.id ?? null, ...state, ...next }
    storeText(name, JSON.stringify(whole))
    setState(whole)
  }
  return {
    chat,
    done,
    // Whoever is invited later finds chats that others have set up.
    isShown:
      may('chats.create') &&
      may('settings.write') &&
      (isEmpty || (state !== null && (state.chatId !== null || chats.length === 1))) &&
      !state?.isHidden &&
      !done.has('share'),
    begin: (chatId: number) => change({ chatId, done: [] }),
    finish: (step: StepName) => change({ done: [...(state?.done ?? []), step] }),
    hide: () => change({ isHidden: true }),
  }
}

export type FirstStepsState = ReturnType<typeof useFirstSteps>
