import { Anchor } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { Chat } from '#contract/chats.ts'
import { maxRuleWords } from '#contract/rules/rule.ts'
import { bannedWords } from '#contract/word-filter.ts'
import { missingRight } from '#dashboard/platform/chats/reach-reasons.ts'
import { handOverWords, type WordsFor } from '#dashboard/platform/rules/handover.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'

interface HandoverLinksProps {
  chat: Chat
  /** The words as they are typed. */
  draft: string
  /** Keeps the draft as an unsaved edit of the setting, so that it is not lost when this page is left. */
  stageDraft: (event: MouseEvent) => void
}

/** The words of the draft as a condition of a new rule, or as a list that rules share. */
export function HandoverLinks({ chat, draft, stageDraft }: HandoverLinksProps) {
  const may = useMay()
  const missing = missingRight(usePerson(), { rights: ['rules.write'], reach: 'all' })
  const found = bannedWords(draft)
  const words = [...new Set(found.map(({ word }) => word))]
  if (!may('rules.write', chat.id) || words.length === 0) return null
  const inside = found.filter((word) => word.inside).length
  const handOver = (what: WordsFor) => (event: MouseEvent) => {
    stageDraft(event)
    if (event.defaultPrevented || handOverWords(what, words)) return
    event.preventDefault()
    toastWarning('The words could not be carried over', 'This browser cannot store them. Copy the draft and paste it there.')
  }
  return (
    <>
      {words.length <= maxRuleWords ? (
        <Anchor component={PageLink} to={to.newRule({ with: 'words' })} fz="help" onClick={handOver('rule')}>
          Make a rule of it
        </Anchor>
      ) : (
        <span className="help">A rule has at most {count(maxRuleWords)} words of its own. A list may have more.</span>
      )}
      {missing === null ? (
        <Anchor component={PageLink} to={to.wordLists()} fz="help" onClick={handOver('list')}>
          Save as a list
        </Anchor>
      ) : (
        <span className="help">Saving them as a list needs the right “{missing}” in all chats.</span>
      )}
      {inside > 0 && (
        <span className="help">
          {plural(
            inside,
            'Rules match whole words: {count} word is also searched inside others here.',
            'Rules match whole words: {count} words are also searched inside others here.',
          )}
        </span>
      )}
    </>
  )
}
