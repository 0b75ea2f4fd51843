import { useMemo } from 'react'
import type { Session, SessionPerson } from '#contract/session.ts'
import { allows } from '#contract/gateway/grant.ts'
import type { Access } from '#contract/gateway/rights.ts'
import { getSession, useSessionState } from './session-state.ts'

/** What the signed-in person may do. The gateway enforces it; the page derives from it what it shows. */

/** Whether the person has a right. @param chatId the chat it is needed in; undefined where the question is whether the right is there at all */
export type May = (right: Access, chatId?: number) => boolean

const personIn = (session: Session | null) => (session?.signedIn && session.team?.person) || null

const mayAs =
  (person: SessionPerson | null): May =>
  (right, chatId) =>
    right === 'anyone' || (!person?.mustRegisterPasskey && (right === 'signed-in' || allows(person, right, chatId)))

/** The signed-in person, for use outside components; null for whoever signed in with the account's token. */
export const personNow = (): SessionPerson | null => personIn(getSession())

/** For use outside components. */
export const may: May = (right, chatId) => mayAs(personNow())(right, chatId)

/** The same for components, which render again when the rights change: `const may = useMay()`. */
export function useMay(): May {
  const person = usePerson()
  return useMemo(() => mayAs(person), [person])
}

/** Whether the person may see what everyone did: links to the history of a chat, a setting or a person are for them. */
export const useSeesHistory = (): boolean => useMay()('audit.read')

/** The signed-in person; null for whoever signed in with the account's token. */
export const usePerson = (): SessionPerson | null => personIn(useSessionState().session)
