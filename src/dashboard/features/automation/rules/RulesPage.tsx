import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { chatTitle } from '#contract/chat-title.ts'
import type { Rules, StoredRule } from '#contract/gateway/rules.ts'
import { wordMatcher } from '#contract/settings-derive.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import { importReason } from '#dashboard/platform/chats/reach-reasons.ts'
import { useReadLabels } from '#dashboard/platform/chats/read-labels.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { EmptyState, ReasonNote } from '#dashboard/ui/feedback/notices.tsx'
import { FileInput, json } from '#dashboard/ui/form/FileInput.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { HeadButton } from '#dashboard/ui/page/Page.tsx'
import { BackgroundAccess } from '../background/BackgroundAccess.tsx'
import { NoRules } from './list/NoRules.tsx'
import { RuleList } from './list/RuleList.tsx'
import { RulesToolbar, type RulesView, useRulesView } from './list/RulesToolbar.tsx'
import { Notes, Strip } from './list/RulesAtWork.tsx'
import { rulesQuery, useNamesInRule, useWordLists } from './queries.ts'
import { stateOrder } from './state.tsx'

const WordListsDrawer = lazyPart(async () => (await import('./lists/WordListsDrawer.tsx')).WordListsDrawer)
const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog)

/** All rules, and whether they run. */
export function RulesPage() {
  const reading = useQuery(rulesQuery())
  const mayWrite = useMay()('rules.write')
  const noImport = importReason(usePerson(), 'rules.write')
  const [file, setFile] = useState<File | null>(null)
  const [view, changeView] = useRulesView()
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data
  const chooseFile = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const onImport = () => chooseFile.current?.click()
  return (
    <div className="column grow page-width">
      <PlaceHead
        beside={<BackgroundAccess />}
        actions={
          <>
            <Button className="not-on-phones" variant="subtle" tone="quiet" onClick={() => changeView({ open: 'lists' })}>
              Word lists
            </Button>
            {mayWrite && (
              <>
                <FileInput ref={chooseFile} label="A file with rules" accept={json} onFile={setFile} />
                <Button className="not-on-phones" icon="upload" blocked={noImport !== null && 'no-import'} onClick={onImport}>
                  Import
                </Button>
                <HeadButton icon="plus" label="New rule" onClick={() => void navigate(to.newRule())} />
                <div className="on-phones">
                  <ActionMenu
                    button={<IconButton icon="more" aria-label="More actions" />}
                    items={() => (
                      <>
                        <Menu.Item onClick={() => changeView({ open: 'lists' })}>Word lists</Menu.Item>
                        <MenuItem icon="upload" label="Import…" reason={noImport} onClick={onImport} />
                      </>
                    )}
                  />
                </div>
              </>
            )}
          </>
        }
      />
      {mayWrite && noImport !== null && <ReasonNote id="no-import">{noImport}</ReasonNote>}
      <Loaded what="The rules" reading={reading}>
        {(rules) => (
          <Content
            rules={rules}
            at={reading.dataUpdatedAt}
            view={view}
            onView={changeView}
            {...(mayWrite && { onImport: noImport === null ? onImport : null })}
          />
        )}
      </Loaded>
      <Suspense fallback={<OverlayFallback />}>
        {file && <ImportDialog file={file} onClose={() => setFile(null)} />}
        {view.open === 'lists' && (
          <WordListsDrawer rules={reading.data?.data.rules ?? []} chats={chats} onClose={() => changeView({ open: null })} />
        )}
      </Suspense>
    </div>
  )
}

interface ContentProps {
  rules: Rules
  /** When they were read, in milliseconds. */
  at: number
  view: RulesView
  onView: (change: Partial<RulesView>) => void
  /** null: the person may write rules, and not import them; missing: neither. */
  onImport?: (() => void) | null
}

function Content({ rules: read, at, view, onView, onImport }: ContentProps) {
  const labels = useReadLabels()
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data
  const names = useNamesInRule()
  const { lists } = useWordLists()
  const now = Math.max(useNow() * 1000, at)
  const chatsOf = useMemo(() => {
    const known = new Map(read.rules.map(({ id, rule }) => [id, chosenChats(rule.scope.chats, chats, labels)]))
    return ({ id }: StoredRule) => known.get(id) ?? []
  }, [read.rules, chats, labels])
  const chatsInWords = (stored: StoredRule) => {
    const about = chatsOf(stored)
    if (stored.rule.scope.chats === 'all') return `All ${counted(chats.length, 'chat')}`
    return about.length === 1 ? chatTitle(about[0]!) : about.length === 0 ? 'No chat' : counted(about.length, 'chat')
  }
  const shown = useMemo(() => shownRules(read.rules, view, chatsOf), [read.rules, view, chatsOf])
  if (read.rules.length === 0) return <NoRules worker={read.worker} {...(onImport !== undefined && { onImport })} />
  return (
    <>
      <Strip rules={read} now={now} />
      <Notes rules={read} chats={chats} now={now} />
      <RulesToolbar view={view} onView={onView} rules={read.rules} chats={chats} />
      {shown.length > 0 ? (
        <RuleList
          rules={shown}
          typed={view.search}
          sort={view.sort}
          onSort={(sort) => onView({ sort })}
          {...{ names, lists, chatsInWords, now }}
        />
      ) : (
        <EmptyState icon="search" title="No matches">
          No rule matches the search and the filters.
        </EmptyState>
      )}
      <p className="panel help">
        {counted(read.rules.length, 'rule')} · counts since midnight · Right is the share of decided hits that people confirmed, shown from
        10 decisions on
      </p>
    </>
  )
}

const byName = (one: StoredRule, other: StoredRule) => one.rule.name.localeCompare(other.rule.name)
const byHits = (one: StoredRule, other: StoredRule) => other.hits.today - one.hits.today
const stateRank = ({ state }: StoredRule) => stateOrder.indexOf(state)

const orders: Record<RulesView['sort'], (one: StoredRule, other: StoredRule) => number> = {
  name: byName,
  hits: (one, other) => byHits(one, other) || byName(one, other),
  // Those that fell back first.
  state: (one, other) => stateRank(one) - stateRank(other) || byHits(one, other) || byName(one, other),
}

/** The rules that match the search and the filters, in order. @param chatsOf the chats of a rule */
function shownRules(
  rules: readonly StoredRule[],
  { search, show, chat, sort }: Pick<RulesView, 'search' | 'show' | 'chat' | 'sort'>,
  chatsOf: (stored: StoredRule) => readonly { id: number }[],
): StoredRule[] {
  const matches = wordMatcher(search)
  return rules
    .filter(
      (stored) =>
        (show === null || stored.state === show) &&
        (chat === null || chatsOf(stored).some(({ id }) => String(id) === chat)) &&
        matches(`${stored.rule.name} ${stored.rule.description}`),
    )
    .toSorted(orders[sort])
}
