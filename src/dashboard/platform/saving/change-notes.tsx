import type { Failure } from '#contract/client.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { errorMessage, isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import type { Fields } from '#engine/saving/three-way.ts'
import type { Saving } from './use-saving.ts'

interface FailedChangeProps {
  error: unknown
  /** Where it is known that nothing was done. */
  title: string
  /** Whether the cause is shown too. */
  named?: boolean
}

/** Why a change was not made. Where the outcome is unknown, that comes first. */
export function FailedChange({ error, title, named = false }: FailedChangeProps) {
  const { cause, advice } = errorMessage(error)
  if (!isEffectUnknown(error))
    return (
      <>
        <b>{title}</b> {named && `${cause}. `}
        {advice}
      </>
    )
  return (
    <>
      <b>Not confirmed.</b> {cause}. {error.advice ?? 'It may have been done: check the result before you try again.'}
    </>
  )
}

interface NotSavedProps extends Partial<FailedChangeProps> {
  error: unknown
  kept?: string
}

/** What a form or a dialog shows when the service refused it or the outcome is unknown; nothing where there is no error. The fields keep what was typed. */
export function NotSaved({ error, title = 'Not saved.', named = false, kept = 'Your text is kept.' }: NotSavedProps) {
  if (error === null) return null
  return (
    <Banner tone="bad">
      <FailedChange error={error} title={title} named={named} /> {kept}
    </Banner>
  )
}

interface NotCheckedNoteProps {
  /** Names the save, where a page has several. */
  what?: string
  save: { isConfirmed: boolean; because: Failure }
  busy: boolean
  onCheck: () => void
}

/** A save after which what the service holds could not be read. */
export function NotCheckedNote({ what, save: { isConfirmed, because }, busy, onCheck }: NotCheckedNoteProps) {
  const { cause } = errorMessage(because)
  return (
    <div role="alert">
      <Banner>
        <p>
          {what && <b>{what}:</b>} <b>{isConfirmed ? 'Saved, but not checked.' : 'Not confirmed.'}</b> {cause}.{' '}
          {isConfirmed
            ? `${serviceNameFirst()} confirmed the save; what it holds now could not be read.`
            : `It may be saved: what ${serviceName()} holds now could not be read. Your edits are kept.`}
        </p>
        <RetryButton label="Check again" busy={busy} retry={onCheck} />
      </Banner>
    </div>
  )
}

interface SaveNotesProps {
  saving: Pick<Saving<Fields>, 'what' | 'unchecked' | 'busy' | 'error' | 'checkAgain'>
  /** Whether it says what was not saved, because a page saves several forms together. */
  isNamed?: boolean
}

export function SaveNotes({ saving: { what, unchecked, busy, error, checkAgain }, isNamed = false }: SaveNotesProps) {
  return (
    <>
      {unchecked && <NotCheckedNote {...(isNamed && { what })} save={unchecked} busy={busy} onCheck={checkAgain} />}
      {error !== null && <NotSaved error={error} {...(isNamed && { title: `Not saved: ${what}.` })} kept="Your edits are kept." />}
    </>
  )
}

/** A value in words; an empty or blank one is named as such. */
export function ShownValue({ words }: { words: string }) {
  return words.trim() === '' ? <i>{words === '' ? 'empty' : 'only white space'}</i> : <span className="outside lines">{words}</span>
}
