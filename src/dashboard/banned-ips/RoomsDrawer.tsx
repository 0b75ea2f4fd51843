import { Checkbox, Radio, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { q } from '../query.ts'
import { readFailureWords } from '../ui/failure-words.ts'
import { FormDrawer } from '../ui/FormDrawer.tsx'
import { Banner, LoadFailure } from '../ui/notes.tsx'
import { count, counted } from '../ui/numbers.ts'
import { confirmWide } from './ban.ts'
import { useAction } from '../actions.ts'
import { startChanges } from './bans-job.ts'
import { planCopy, type How } from './copy-plan.ts'
import { Matrix } from './Matrix.tsx'
import { countOf } from './ranges/sets.ts'
import type { BanList, Entry } from './read.ts'
import { roomListsQuery, type RoomList } from './rooms.ts'
import classes from './RoomsDrawer.module.css'

interface RoomsDrawerProps {
  chat: Chat
  list: BanList
  /** The selected entries. */
  chosen: Entry[]
  onClose: () => void
}

/** The entries of this room in all rooms, and the way to bring them there: what would be done is shown before anything is sent. */
export function RoomsDrawer({ chat, list, chosen, onClose }: RoomsDrawerProps) {
  const chats = useQuery(q('chatList', {}))
  const others = useMemo(() => (chats.data?.data ?? []).filter(({ id }) => id !== chat.id), [chats.data, chat.id])
  const reading = useQuery({ ...roomListsQuery(others), enabled: chats.isSuccess })
  const [how, setHow] = useState<How>('copy')
  const [onlyChosen, setOnlyChosen] = useState(chosen.length > 0)
  const [targets, setTargets] = useState<ReadonlySet<number>>(new Set())
  const [isNothing, setIsNothing] = useState(false)
  const source = onlyChosen && how === 'copy' && chosen.length > 0 ? chosen : list.entries
  const plans = useMemo(
    () =>
      (reading.data ?? []).flatMap(({ chat: { id, name }, entries }) =>
        'error' in entries ? [] : [{ chatId: id, place: name, ...planCopy(source, entries, how) }],
      ),
    [reading.data, source, how],
  )
  const going = plans.filter(({ chatId, steps }) => targets.has(chatId) && steps.length > 0)
  const steps = going.reduce((sum, plan) => sum + plan.steps.length, 0)
  const failure = chats.error ?? reading.error

  async function start() {
    const rooms = counted(going.length, 'chat')
    await startChanges({
      plans: going,
      title: how === 'copy' ? `Copying bans to ${rooms}` : `Making ${rooms} equal`,
      done: how === 'copy' ? `${counted(steps, 'ban')} copied to ${rooms}` : `${rooms} made equal`,
    })
    onClose()
  }

  const { mutate, isPending, error } = useAction(null, start)

  function go() {
    setIsNothing(going.length === 0)
    const banned = going.flatMap((plan) => plan.steps.flatMap(({ act, range }) => (act === 'ban' ? [range] : [])))
    if (going.length > 0 && !confirmWide(banned, start)) mutate()
  }

  return (
    <FormDrawer
      title="Across chats"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
      submit={steps === 0 ? 'Start' : `Make ${counted(steps, 'change')}`}
      saving={isPending}
      error={error}
      edited={false}
    >
      {failure && !reading.data ? (
        <LoadFailure what="The other chats" error={failure} act={() => void (chats.error ? chats.refetch() : reading.refetch())} />
      ) : !reading.data ? (
        <div role="status" aria-label="Loading the lists of all chats">
          <Skeleton height={14} my={8} />
          <Skeleton height={14} my={8} width="80%" />
        </div>
      ) : others.length === 0 ? (
        <div>There is no other chat in this account.</div>
      ) : (
        <>
          <Radio.Group label="What to do" value={how} onChange={(value) => setHow(value === 'equal' ? 'equal' : 'copy')}>
            <Stack gap="xs" mt={8}>
              <Radio value="copy" label="Copy" description="Bans there what is banned here. Nothing is lifted." />
              <Radio value="equal" label="Make equal" description="Also lifts there what is not in this chat’s list." />
            </Stack>
          </Radio.Group>
          {how === 'copy' && chosen.length > 0 && (
            <Checkbox
              label={`Only the ${counted(chosen.length, 'selected entry', 'selected entries')}, not all ${count(list.entries.length)}`}
              checked={onlyChosen}
              onChange={(event) => setOnlyChosen(event.currentTarget.checked)}
            />
          )}
          {isNothing && going.length === 0 && <Banner>Choose a chat in which there is something to do.</Banner>}
          <fieldset className={classes.rooms}>
            <legend>To these chats</legend>
            {reading.data.map((room) => (
              <Checkbox
                key={room.chat.id}
                label={<span className="outside">{room.chat.name}</span>}
                description={dryRun(room, plans)}
                checked={targets.has(room.chat.id)}
                disabled={'error' in room.entries}
                onChange={(event) => {
                  const next = new Set(targets)
                  if (event.currentTarget.checked) next.add(room.chat.id)
                  else next.delete(room.chat.id)
                  setTargets(next)
                }}
              />
            ))}
          </fieldset>
          <Matrix chat={chat} entries={list.entries} rooms={reading.data} />
        </>
      )}
    </FormDrawer>
  )
}

/** What would be done in a room. */
function dryRun(
  { chat, entries }: RoomList,
  plans: { chatId: number; steps: { act: string }[]; frees: { first: number; last: number }[] }[],
): string {
  if ('error' in entries) return `Its list could not be read. ${readFailureWords(entries.error).advice}`
  const plan = plans.find(({ chatId }) => chatId === chat.id)
  const bans = plan?.steps.filter(({ act }) => act === 'ban').length ?? 0
  const lifts = (plan?.steps.length ?? 0) - bans
  if (bans + lifts === 0) return 'Nothing to do: all of it is banned there.'
  const freed = countOf(plan?.frees ?? [])
  return [
    bans > 0 && `bans ${count(bans)}`,
    lifts > 0 && `lifts ${count(lifts)}, which lets ${counted(freed, 'address', 'addresses')} in again`,
    `has ${count(entries.length)} now`,
  ]
    .filter(Boolean)
    .join('; ')
}
