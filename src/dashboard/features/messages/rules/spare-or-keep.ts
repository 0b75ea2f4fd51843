import type { Hit } from '#contract/gateway/review.ts'
import { writeToGateway } from '#dashboard/platform/api/gateway-query.ts'
import { isOpen, verdictOf } from '#dashboard/platform/review/verdict.ts'
import { isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { toast, toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'

/** Spares a held message or keeps a marked one, and shows the outcome. Never rejects. */
export async function spareOrKeep(hit: Hit): Promise<void> {
  try {
    const decision = hit.state === 'held' ? 'spare' : 'keep'
    const { data } = await writeToGateway('reviewDecide', { body: { ids: [hit.id], decision } })
    for (const { id, outcome, hit: after } of data) {
      if (outcome === 'refused' || !after || isOpen(after)) toastWarning('Not decided', 'You may not decide about messages of this chat.')
      else if (outcome === 'tooLate') toastWarning('The message was not spared', verdictOf([after], new Map([[id, outcome]])))
      else toast(verdictOf([after], new Map([[id, outcome]])))
    }
  } catch (error) {
    toastError(isEffectUnknown(error) ? 'The decision is not confirmed' : 'Nothing was decided', error)
  }
}
