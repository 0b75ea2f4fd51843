import { Suspense, useEffect } from 'react'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { PlainButton } from '#dashboard/ui/form/PlainButton.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { declineMove, inWords, lookForHeld, moveHeld, moveOffer } from './move-offer.ts'
import classes from './MoveOffer.module.css'

const MoveConflicts = lazyPart(async () => (await import('./MoveConflicts.tsx')).MoveConflicts)

/** Offers on every page to move what this browser holds to the account. */
export function MoveOffer() {
  const { movable, isShown, isMoving, failure, conflicts } = moveOffer.use()
  useEffect(() => void lookForHeld(), [])
  const { advice } = errorMessage(failure)
  return (
    <>
      {isShown && movable.length > 0 && (
        <section className={classes.offer} aria-label="Only in this browser">
          <Icon className="quiet" name="archive" />
          <div className="grow">
            <b>Only in this browser: {inWords(movable)}.</b>{' '}
            {failure === null
              ? 'Move them to the account to have them on every computer. Everyone in the account can then see them.'
              : `Not everything was moved. ${advice}`}
          </div>
          <PlainButton size="xs" loading={isMoving} onClick={() => void moveHeld()}>
            {failure === null ? 'Move to the account' : 'Try again'}
          </PlainButton>
          <PlainButton size="xs" variant="subtle" onClick={declineMove}>
            Not now
          </PlainButton>
        </section>
      )}
      <Suspense>{conflicts.length > 0 && <MoveConflicts conflicts={conflicts} />}</Suspense>
    </>
  )
}
