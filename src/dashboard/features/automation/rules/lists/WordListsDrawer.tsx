import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Drawer, Menu } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { useReadLabels } from '#dashboard/platform/chats/read-labels.ts'
import { deleteRecord, whereKept } from '#dashboard/platform/records/records.ts'
import { takeWords, waitingWords } from '#dashboard/platform/rules/handover.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { EmptyState, LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { useWordLists, type WordListEntry } from '../queries.ts'
import { listProblem, userInWords, usersOf } from './list-users.ts'

const WordListForm = lazyPart(async () => (await import('./WordListForm.tsx')).WordListForm)
const PushDialog = lazyPart(async () => (await import('./PushDialog.tsx')).PushDialog)

interface WordListsDrawerProps {
  rules: readonly StoredRule[]
  chats: Chat[]
  onClose: () => void
}

/** The word lists that rules share. */
export function WordListsDrawer({ rules, chats, onClose }: WordListsDrawerProps) {
  const { lists, reading } = useWordLists()
  const may = useMay()
  const person = usePerson()
  const newProblem = listProblem(person, '', [])
  // Words handed over by another page start a new list.
  const [handed, setHanded] = useState(() => (newProblem === null ? waitingWords('list') : []))
  const [edited, setEdited] = useState<WordListEntry | 'new' | null>(handed.length > 0 ? 'new' : null)
  const [pushed, setPushed] = useState<WordListEntry | null>(null)
  const labels = useReadLabels()
  const usersOfList = (entry: WordListEntry, how: 'edit' | 'delete') => ({
    how,
    sentences: usersOf(entry.key, rules).map((user) => userInWords(entry.key, user, how, { chats, labels })),
  })
  const remove = (entry: WordListEntry) => {
    confirm({
      title: `Delete ${entry.value.name}?`,
      body: <ListUsers {...usersOfList(entry, 'delete')} />,
      confirmLabel: 'Delete',
      danger: true,
      run: async () => {
        await deleteRecord('word-lists', entry)
        toast(`${entry.value.name} was deleted`)
      },
    })
  }
  if (edited)
    return (
      <Suspense fallback={<OverlayFallback />}>
        <WordListForm
          entry={edited === 'new' ? null : edited}
          words={edited === 'new' ? handed : []}
          note={edited !== 'new' && <ListUsers {...usersOfList(edited, 'edit')} />}
          onClose={() => {
            if (edited === 'new') takeWords('list')
            setHanded([])
            setEdited(null)
          }}
        />
      </Suspense>
    )
  return (
    <Drawer opened onClose={onClose} title="Word lists">
      <p className="help">Rules share these lists, and their words can be pushed to chats. {whereKept}</p>
      {may('rules.write') && (
        <Button className="mt-8" icon="plus" blocked={newProblem !== null && 'lists-problem'} onClick={() => setEdited('new')}>
          New list
        </Button>
      )}
      {newProblem !== null && (
        <p className="help mt-8" id="lists-problem">
          {newProblem}
        </p>
      )}
      {reading.error && !reading.data && <LoadError what="The word lists" reading={reading} />}
      {reading.isSuccess && lists.length === 0 && (
        <EmptyState icon="words" title="No word lists yet">
          A change to a list applies to all rules that use it.
        </EmptyState>
      )}
      <ul className="mt-8" aria-label="Word lists">
        {lists.map((entry) => {
          const users = usersOf(entry.key, rules)
          const problem = listProblem(person, entry.key, users)
          // What holds for all lists is said once.
          const problemId = newProblem === null ? `problem-${entry.key}` : 'lists-problem'
          const blocked = problem !== null && { 'aria-disabled': true, 'aria-describedby': problemId }
          return (
            <li key={entry.key} className="list-item">
              <button type="button" className="choice grow" {...blocked} onClick={() => problem === null && setEdited(entry)}>
                <span className="medium outside">{entry.value.name}</span>
                <span className="help num">
                  {counted(entry.value.words.length, 'word')} · {counted(users.length, 'rule')}
                </span>
                {problem !== null && newProblem === null && (
                  <span className="help outside" id={problemId}>
                    {problem}
                  </span>
                )}
              </button>
              {(may('settings.write') || problem === null) && (
                <ActionMenu
                  button={<IconButton icon="more" aria-label={`Actions for ${entry.value.name}`} />}
                  items={() => (
                    <>
                      {may('settings.write') && <Menu.Item onClick={() => setPushed(entry)}>Push to chats…</Menu.Item>}
                      {problem === null && (
                        <Menu.Item color="red" onClick={() => remove(entry)}>
                          Delete…
                        </Menu.Item>
                      )}
                    </>
                  )}
                />
              )}
            </li>
          )
        })}
      </ul>
      <Suspense fallback={<OverlayFallback />}>
        {pushed && <PushDialog list={pushed.value} chats={chats} onClose={() => setPushed(null)} />}
      </Suspense>
    </Drawer>
  )
}

interface ListUsersProps {
  how: 'edit' | 'delete'
  /** What each rule that uses the list does then. */
  sentences: string[]
}

/** The rules that use a word list, before it is changed or deleted. */
function ListUsers({ how, sentences }: ListUsersProps) {
  if (sentences.length === 0) return <p>No rule uses it. The word filters of chats stay as they are.</p>
  return (
    <>
      <ul aria-label="Rules that use it" className="stack gap-6">
        {sentences.map((sentence) => (
          <li key={sentence} className="outside">
            {sentence}
          </li>
        ))}
      </ul>
      {how === 'edit' && <p className="help">A rule needs another backtest before it is started again.</p>}
    </>
  )
}
