import { oneOf, optionalText, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'

/** The filters of the queue. The chat and the rule are ids. */
const reviewState = urlState({ show: oneOf(['held', 'marked']), chat: optionalText, rule: optionalText })

export type ReviewView = ViewOf<typeof reviewState>

/** The view of the page, all of it in the URL. */
export const useReviewView = () => useUrlState(reviewState)

interface Filtered {
  ruleId: string
  message: { chatId: number }
}

/** Whether a hit belongs to the chosen chat and rule. */
export const isInView = ({ chat, rule }: ReviewView, { ruleId, message }: Filtered) =>
  (chat === null || String(message.chatId) === chat) && (rule === null || ruleId === rule)
