import { Button } from '#dashboard/ui/form/Button.tsx'
import type { ReactNode } from 'react'
import type { Hit } from '#contract/gateway/review.ts'
import { useSecondsLeft } from '#dashboard/platform/review/time-left.ts'
import { isOpen, verdictOf } from '#dashboard/platform/review/verdict.ts'
import { writeToGateway } from '#dashboard/platform/api/gateway-query.ts'
import { isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { toast, toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from '../list/list.module.css'

interface RuleNoteProps {
  hit: Hit
  /** Of the row, while they are shown: they take the place of the words. */
  actions: ReactNode
  isCursor: boolean
  mayDecide: boolean
  isSending: boolean
  onStay: (hit: Hit) => void
}

/** The hit of a message at the end of its row, with the button to keep it. */
export function RuleNote({ hit, actions, isCursor, mayDecide, isSending, onStay }: RuleNoteProps) {
  return (
    <>
      <span className={classes.ruleWords}>
        <span className={`tiny quiet nowrap inline-row ${classes.ruleNote}`} data-covered={actions ? true : undefined}>
          <Icon name={iconOf(hit)} size={12} />
          <span>
            <Words hit={hit} />
          </span>
        </span>
        {actions}
      </span>
      {isOpen(hit) && mayDecide && (
        <Button
          size="xs"
          className={classes.ruleButton ?? ''}
          tabIndex={isCursor ? 0 : -1}
          loading={isSending}
          aria-label={`Keep the message of ${hit.message.userName || 'no name'}`}
          rightSection={isCursor && <kbd>K</kbd>}
          onClick={() => onStay(hit)}
        >
          Keep
        </Button>
      )}
    </>
  )
}

function Words({ hit }: { hit: Hit }) {
  const rule = <b className="medium outside ink">{hit.ruleName}</b>
  switch (hit.state) {
    case 'held':
      return isOpen(hit) ? (
        <>
          pending deletion by {rule}, <SecondsLeft hit={hit} />
        </>
      ) : (
        <>will be deleted by {hit.by}</>
      )
    case 'deleting':
      return <>being deleted by {rule}</>
    case 'gone':
      return 'no longer in the chat'
    case 'deleted':
      return (
        <>
          deleted by {rule} {clock(hit.at).slice(0, 5)}
        </>
      )
    case 'spared':
    case 'kept':
      return <>kept by {hit.by}</>
    default:
      return <>{rule} marked</>
  }
}

function SecondsLeft({ hit }: { hit: Hit }) {
  return <span className="num">{count(useSecondsLeft(hit) ?? 0)} s</span>
}

const icons: Partial<Record<Hit['state'], IconName>> = {
  held: 'hold',
  deleting: 'trash',
  deleted: 'trash',
  gone: 'trash',
  spared: 'check',
  kept: 'check',
}
const iconOf = ({ state }: Hit): IconName => icons[state] ?? 'flag'

/** Keeps a pending or marked message, and shows the outcome. Never rejects. */
export async function spareOrKeep(hit: Hit): Promise<void> {
  try {
    const decision = hit.state === 'held' ? 'spare' : 'keep'
    const { data } = await writeToGateway('reviewDecide', { body: { ids: [hit.id], decision } })
    for (const { id, outcome, hit: after } of data) {
      if (outcome === 'refused' || !after || isOpen(after)) toastWarning('Not decided', 'You may not decide about messages of this chat.')
      else if (outcome === 'tooLate') toastWarning('The message was not kept', verdictOf([after], new Map([[id, outcome]])))
      else toast(verdictOf([after], new Map([[id, outcome]])))
    }
  } catch (error) {
    toastError(isEffectUnknown(error) ? 'The decision is not confirmed' : 'Nothing was decided', error)
  }
}
