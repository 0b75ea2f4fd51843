import { Anchor, Button, CopyButton, Drawer, Textarea } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { serviceName } from '#contract/provider-names.ts'
import { maxRuleWords } from '#contract/rules/rule.ts'
import { bannedWords } from '#contract/word-filter.ts'
import { missingRight } from '#dashboard/platform/chats/reach-reasons.ts'
import { PlainText } from '#dashboard/platform/messages/PlainText.tsx'
import { handOverWords, type WordsFor } from '#dashboard/platform/rules/handover.ts'
import { type Draft, draftName, readDraft, stageEdits } from '#dashboard/platform/saving/drafts.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { WordReport } from '#engine/analysis/word-filter.ts'
import type { MessageScreen } from '../use-message-screen.ts'
import classes from './filters.module.css'
import { useWordFilterTest } from './use-word-filter-test.ts'
import { WordFilterChanges } from './WordFilterChanges.tsx'

/** Tests the word filter of the chat, or a draft of it, on the loaded messages. It saves nothing. */
export function WordFilterTester({ screen, onClose }: { screen: MessageScreen; onClose: () => void }) {
  const { chat, analysis, fed, loaded, selection } = screen
  const saved = chat.filterWords
  // The draft starts with the unsaved edit of the setting, if there is one, and can be staged there again.
  const [draft, setDraft] = useState(() => editedWords(readDraft(draftName('settings', chat.id))) ?? saved)
  const { result, error, isBehind, tryAgain } = useWordFilterTest(analysis, fed, loaded, saved, draft)
  const edited = draft !== saved

  function stageDraft(event: React.MouseEvent) {
    if (stageEdits(draftName('settings', chat.id), chat, { filterWords: draft })) return
    event.preventDefault()
    toastWarning('The draft could not be carried over', 'This browser cannot store edits. Copy the draft and paste it into the setting.')
  }

  return (
    <Drawer
      opened
      onClose={onClose}
      size={720}
      title="Try the word filter"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: classes.body! }}
    >
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
        <CopyButton value={draft} timeout={1500}>
          {({ copied, copy }) => (
            <Button size="xs" leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />} onClick={copy}>
              {copied ? 'Copied' : 'Copy draft'}
            </Button>
          )}
        </CopyButton>
        {edited && (
          <Button size="xs" variant="subtle" c="dimmed" onClick={() => setDraft(saved)}>
            Reset to the saved filter
          </Button>
        )}
        <HandoverLinks chat={chat} draft={draft} stageDraft={edited ? stageDraft : () => {}} />
        <Anchor component={PageLink} to={to.setting(chat.id, 'filterWords')} fz="help" ml="auto" onClick={stageDraft}>
          Open the setting
        </Anchor>
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
      {result && (
        <>
          <WordFilterChanges result={result} saved={saved} byId={loaded.byId} onSelect={(ids) => selection.set(ids, true)} />
          <WordFilterWords words={result.words} />
        </>
      )}
    </Drawer>
  )
}

function editedWords(kept: Draft | null): string | null {
  const words = kept?.changes['filterWords']
  return typeof words === 'string' ? words : null
}

interface HandoverLinksProps {
  chat: Chat
  /** The words as they are typed. */
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

/** Words shown per section. A filter may hold thousands, which would make the page slow. */
const maxShown = 200

/** The hits of each word of the draft, most messages first, and the words that never matched. */
function WordFilterWords({ words }: { words: WordReport[] }) {
  // Duplicates catch nothing more.
  const uniqueWords = [...new Map(words.map((report) => [keyOf(report), report])).values()]
  const hitting = uniqueWords.filter(({ hits }) => hits > 0).toSorted((one, other) => other.messages - one.messages)
  const idle = uniqueWords.filter(({ hits }) => hits === 0)
  if (words.length === 0) return <p className="help">The filter has no words. Enter some above to see what they would catch.</p>
  return (
    <>
      <section className={classes.section} aria-label="Matching words">
        <div className={classes.head}>
          <h3 className="grow">
            Matching words <span className="num regular quiet">{count(hitting.length)}</span>
          </h3>
        </div>
        {hitting.length === 0 && <p className="help">None of the words appears in the loaded messages.</p>}
        <ul>
          {hitting.slice(0, maxShown).map((report) => (
            <li className="overline" key={keyOf(report)}>
              <WordDetails report={report} />
            </li>
          ))}
        </ul>
        <MoreWords of={hitting.length} />
      </section>
      {idle.length > 0 && (
        <section className={classes.section} aria-label="Never matched">
          <div className={classes.head}>
            <h3 className="grow">
              Never matched <span className="num regular quiet">{count(idle.length)}</span>
            </h3>
          </div>
          <ul className="beside gap-4 wrap">
            {idle.slice(0, maxShown).map((report) => (
              <li className={classes.idle} key={keyOf(report)}>
                <span className="outside">
                  <PlainText text={report.word} />
                </span>
                {report.inside && <span className="help"> inside</span>}
              </li>
            ))}
          </ul>
          <MoreWords of={idle.length} />
        </section>
      )}
    </>
  )
}

const keyOf = ({ word, inside }: WordReport) => `${inside ? ' ' : ''}${word}`

const MoreWords = ({ of }: { of: number }) => of > maxShown && <p className="help">and {counted(of - maxShown, 'more word')}</p>

function WordDetails({ report: { word, inside, hits, messages, examples, insideOf } }: { report: WordReport }) {
  const shown = examples.map((example, offset) => ({ ...example, offset }))
  return (
    <details className={classes.word}>
      <summary>
        <Icon name="right" size={12} />
        <b className="outside medium">
          <PlainText text={word} />
        </b>
        <span className="help">{inside ? 'also inside words' : 'whole word'}</span>
        <span className="num push">
          {counted(hits, 'hit')} in {counted(messages, 'message')}
        </span>
        {insideOf.length > 0 && (
          <span className={`outside ${classes.insideOf}`}>
            Found inside:{' '}
            <PlainText text={listed(insideOf.map(({ word: whole, count: occurrences }) => `${whole} ×${count(occurrences)}`))} />
          </span>
        )}
      </summary>
      <ul className={classes.examples}>
        {shown.map(({ offset, before, match, after, whole }) => (
          <li key={offset} className="outside">
            … <PlainText text={before} />
            <mark>
              <PlainText text={match} />
            </mark>
            <PlainText text={after} /> …{whole !== match && <span className="help"> in “{whole}”</span>}
          </li>
        ))}
      </ul>
      {hits > examples.length && (
        <p className="help">
          The newest {count(examples.length)} of {count(hits)} matches.
        </p>
      )}
    </details>
  )
}
