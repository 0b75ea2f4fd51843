import { Button } from '#dashboard/ui/form/Button.tsx'
import { Drawer, Textarea } from '@mantine/core'
import { type MouseEvent, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { serviceName } from '#contract/provider-names.ts'
import { maxRuleWords } from '#contract/rules/rule.ts'
import { bannedWords } from '#contract/word-filter.ts'
import { missingRight } from '#dashboard/platform/chats/reach-reasons.ts'
import { handOverWords, type WordsFor } from '#dashboard/platform/rules/handover.ts'
import { type Draft, draftName, readDraft, stageEdits } from '#dashboard/platform/saving/drafts.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { CopyTextButton } from '#dashboard/ui/form/CopyButton.tsx'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import type { WordFilterResult } from '#engine/analysis/word-filter.ts'
import type { Analysis } from '../analysis/analysis.ts'
import type { LoadedMessages } from '../read.ts'
import type { MessageScreen } from '../use-message-screen.ts'
import classes from './filters.module.css'
import { WordFilterResults } from './WordFilterResults.tsx'

/** Tests the word filter of the chat, or a draft of it, on the loaded messages. It saves nothing. */
export function WordFilterTester({ screen, onClose }: { screen: MessageScreen; onClose: () => void }) {
  const { chat, analysis, fed, loaded, selection } = screen
  const saved = chat.filterWords
  // The draft starts with the unsaved edit of the setting, if there is one, and can be staged there again.
  const [draft, setDraft] = useState(() => editedWords(readDraft(draftName('settings', chat.id))) ?? saved)
  const { result, error, isBehind, tryAgain } = useWordFilterTest(analysis, fed, loaded, saved, draft)
  const edited = draft !== saved

  function stageDraft(event: MouseEvent) {
    if (stageEdits(draftName('settings', chat.id), chat, { filterWords: draft })) return
    event.preventDefault()
    toastWarning('The draft could not be carried over', 'This browser cannot store edits. Copy the draft and paste it into the setting.')
  }

  return (
    <Drawer opened onClose={onClose} size={720} title="Try the word filter">
      <div className="stack gap-12 panel">
        <p className="help">
          How {serviceName()} matches is not documented in detail. This is our model of its rule: words between commas are found whole,
          whatever their case; with a leading space also inside other words.
        </p>
        <Textarea
          label={edited ? 'Draft' : 'Draft, as saved'}
          description="Nothing is saved here. “Open the setting” carries this draft over as an unsaved edit."
          data-autofocus
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <div className="row wrap">
          <CopyTextButton size="xs" label="Copy draft" text={draft} />
          {edited && (
            <Button size="xs" variant="subtle" tone="quiet" onClick={() => setDraft(saved)}>
              Reset to the saved filter
            </Button>
          )}
          <HandoverLinks chat={chat} draft={draft} stageDraft={edited ? stageDraft : () => {}} />
          <PageLink to={to.setting(chat.id, 'filterWords')} className="link push" onClick={stageDraft}>
            Open the setting
          </PageLink>
        </div>
        {error !== null && (
          <Banner tone="bad">
            {error} <RetryButton retry={tryAgain} />
          </Banner>
        )}
        <p role="status">
          {result && (
            <>
              <b>{counted(result.messageCount, 'loaded message')} checked.</b>{' '}
              {edited
                ? `The saved filter catches ${count(result.savedCatches)}, the draft ${count(result.draftCatches)}.`
                : `The saved filter catches ${count(result.savedCatches)}.`}
            </>
          )}
          {isBehind && error === null && <span className={classes.pending}> Checking…</span>}
        </p>
        {result && <WordFilterResults result={result} saved={saved} byId={loaded.byId} onSelect={(ids) => selection.set(ids, true)} />}
      </div>
    </Drawer>
  )
}

function editedWords(kept: Draft | null): string | null {
  const words = kept?.changes['filterWords']
  return typeof words === 'string' ? words : null
}

interface HandoverLinksProps {
  chat: Chat
  draft: string
  /** Keeps the draft as an unsaved edit of the setting, so that it is not lost when this page is left. */
  stageDraft: (event: MouseEvent) => void
}

/** The words of the draft as a condition of a new rule, or as a list that rules share. */
function HandoverLinks({ chat, draft, stageDraft }: HandoverLinksProps) {
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
        <PageLink to={to.newRule({ with: 'words' })} className="link" onClick={handOver('rule')}>
          Make a rule of it
        </PageLink>
      ) : (
        <span className="help">A rule has at most {count(maxRuleWords)} words of its own. A list may have more.</span>
      )}
      {missing === null ? (
        <PageLink to={to.wordLists()} className="link" onClick={handOver('list')}>
          Save as a list
        </PageLink>
      ) : (
        <span className="help">Saving them as a list needs the permission “{missing}” in all chats.</span>
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

/** Typing and loading change the question many times in a row, so it is asked after a pause. */
const debounceMs = 200

interface Question {
  saved: string
  draft: string
  messageCount: number
}

interface AnsweredQuestion {
  to: Question | null
  /** The last result. It stays when a newer question fails. */
  result: (WordFilterResult & Question) | null
  error: string | null
}

/**
 * Tests the saved filter and a draft on the loaded messages. One question is asked at a time. Until its answer arrives the last result stays, and
 * `isBehind` is true while that result is not for the current question.
 * @param fed grows whenever the analysis receives more messages
 */
export function useWordFilterTest(analysis: Analysis, fed: number, { list }: LoadedMessages, saved: string, draft: string) {
  const messageCount = list.length
  // oxlint-disable-next-line react/exhaustive-deps -- `fed` makes it another question
  const question = useMemo(() => ({ saved, draft, messageCount }), [saved, draft, messageCount, fed])
  const [answered, setAnswered] = useState<AnsweredQuestion>({ to: null, result: null, error: null })
  const [isAsking, setAsking] = useState(false)
  const isBehind = answered.to !== question

  const ask = useEffectEvent(async () => {
    setAsking(true)
    try {
      const result = await analysis.testWordFilter(saved, draft)
      if (result) setAnswered({ to: question, result: { ...result, ...question }, error: null })
    } catch (reason) {
      setAnswered((before) => ({ ...before, to: question, error: reason instanceof Error ? reason.message : String(reason) }))
    }
    setAsking(false)
  })

  useEffect(() => {
    if (!isBehind || isAsking) return
    const timer = setTimeout(() => void ask(), debounceMs)
    return () => clearTimeout(timer)
  }, [isBehind, isAsking])

  return { ...answered, isBehind, tryAgain: () => setAnswered({ ...answered, to: null }) }
}
