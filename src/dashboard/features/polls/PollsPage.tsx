import { Button } from '#dashboard/ui/form/Button.tsx'
import { type Ref, useDeferredValue } from 'react'
import { useParams } from 'react-router-dom'
import { parseId } from '#dashboard/platform/to.ts'
import { EmptyState, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import { groupOf } from './records.ts'
import { PollRow } from './list/PollRow.tsx'
import { PollDialogs } from './PollDialogs.tsx'
import classes from './polls.module.css'
import { PollsToolbar } from './PollsToolbar.tsx'
import { stateLabels } from './state.ts'
import { type PollsScreen, usePollsScreen } from './use-polls-screen.ts'
import { isShown, type PollFilter } from './view.ts'

const noneShown: Record<PollFilter, string> = {
  all: 'All polls are deleted',
  open: 'No open polls',
  published: 'No published polls',
  unsent: 'No unsent polls',
  deleted: 'No deleted polls',
}

/** The key remounts the page for another chat, so that no input or state of the previous one remains. */
export function PollsPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  return <PollsOf key={chatId} chatId={chatId} />
}

function PollsOf({ chatId }: { chatId: number }) {
  const screen = usePollsScreen(chatId)
  const { reading, polls, shown, fresh } = screen
  return (
    <>
      <StaleNotice what="The polls" reading={reading} />
      <PollsToolbar screen={screen} />
      {shown.length > 0 ? (
        <>
          <PollList screen={screen} />
          <p className="meta panel">
            <span role="status">
              {shown.length === polls.length ? counted(polls.length, 'poll') : `${shown.length} of ${counted(polls.length, 'poll')}`}
            </span>
            <span className={`num ${classes.freshBelow}`}>, {fresh}</span>. Dates are server time, shown as sent: they carry no zone. A full
            track is all votes of that poll.
          </p>
        </>
      ) : (
        <NoPolls screen={screen} />
      )}
      <PollDialogs screen={screen} />
    </>
  )
}

function NoPolls({ screen: { polls, search, show, change, open, mayWrite } }: { screen: PollsScreen }) {
  if (polls.some((poll) => isShown(poll, 'all')) || search || show !== 'all')
    return (
      <EmptyState
        icon="search"
        title={search ? `Nothing matches “${search}”` : noneShown[show]}
        action={<Button onClick={() => change({ search: '', show: 'all' })}>Show all polls</Button>}
      >
        {show === 'all'
          ? 'The search covers questions and answers and ignores accents.'
          : `Only polls of the filter “${stateLabels[show]}” are searched.`}
      </EmptyState>
    )
  return (
    <EmptyState
      icon="polls"
      title="No polls in this chat yet"
      action={
        mayWrite && (
          <div className="beside wrap">
            <Button variant="filled" icon="plus" onClick={() => open({ what: 'new' })}>
              New poll
            </Button>
            <Button onClick={() => open({ what: 'from' })}>Copy from another chat</Button>
            <Button onClick={() => open({ what: 'templates' })}>From a template</Button>
          </div>
        )
      }
    >
      Ask a question and watch the votes come in as bars.
    </EmptyState>
  )
}

/** Only the rows near the viewport are rendered, so that hundreds cost no more than ten. */
function PollList({ screen: { chatId, shown, search, growth, roundsOf, groups, open } }: { screen: PollsScreen }) {
  // The first render is the most expensive, so the overscan rows are added right after it.
  const overscan = useDeferredValue(3, 0)
  return (
    <ul aria-label="Polls">
      <VirtualRows
        count={shown.length}
        keyOf={(index) => shown[index]?.id ?? index}
        estimate={() => 144}
        overscan={overscan}
        scroller={null}
        spacer="li"
        row={(index, measure) => {
          const poll = shown[index]
          if (!poll) return null
          return (
            <li key={poll.id} ref={measure as Ref<HTMLLIElement>} data-index={index} aria-setsize={shown.length} aria-posinset={index + 1}>
              <PollRow
                poll={poll}
                chatId={chatId}
                typed={search}
                grown={growth.of(poll)}
                seen={growth.since}
                rounds={roundsOf.get(poll.id)}
                chats={groupOf(groups, { chatId, pollId: poll.id }).length}
                onOpen={open}
              />
            </li>
          )
        }}
      />
    </ul>
  )
}
