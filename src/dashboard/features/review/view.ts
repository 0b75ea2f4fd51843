import { oneOf, optionalText, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'

/** What of the queue is shown. The chat and the rule by their ids. */
const reviewState = urlState({ show: oneOf(['held', 'marked']), chat: optionalText, rule: optionalText })

export type ReviewView = ViewOf<typeof reviewState>

/** The view of the page, all of it in the URL. */
export const useReviewView = () => useUrlState(reviewState)

interface Filtered {
  ruleId: string
  message: { chatId: number }
}

/** Whether a message is about the chat and by the rule that are chosen. */
export const isInView = ({ chat, rule }: ReviewView, { ruleId, message }: Filtered) =>
  (chat === null || String(message.chatId) === chat) && (rule === null || ruleId === rule)
