import { useQueries } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { maxMessagePageSize } from '#contract/messages.ts'
import { settingNames } from '#contract/settings-derive.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import classes from './DeleteBody.module.css'
import { chatTitle } from '#contract/chat-title.ts'

/** What is deleted with a chat, as the service counts it now. */
export function DeleteBody({ chats }: { chats: Chat[] }) {
  const [only] = chats
  return (
    <>
      <p className={classes.lead}>
        {chats.length === 1
          ? 'This cannot be undone. Deleting the chat also deletes:'
          : 'This cannot be undone. All messages, polls, banned ranges and settings of these chats are deleted too:'}
      </p>
      {chats.length === 1 && only ? (
        <Counts chatId={only.id} />
      ) : (
        <ul className={classes.names}>
          {chats.map((chat) => (
            <li key={chat.id} className="outside">
              {chatTitle(chat)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Counts({ chatId }: { chatId: number }) {
  const params = { chatId }
  const [messages, polls, bans] = useQueries({
    queries: [
      endpointQuery('messageList', { params, query: { fast: true, limit: maxMessagePageSize } }),
      endpointQuery('pollList', { params }),
      endpointQuery('banList', { params }),
    ],
  })
  const page = messages.data
  const rows = [
    // The API does not count the messages of a chat; one page tells how many there are at least.
    {
      label: 'Messages',
      value: page ? `${page.next === undefined ? '' : 'at least '}${count(page.data.length)}` : unknown(messages.isError),
    },
    {
      label: 'Polls',
      value: polls.data ? count(polls.data.data.filter(({ dateDeleted }) => dateDeleted === null).length) : unknown(polls.isError),
    },
    { label: 'Banned ranges', value: bans.data ? count(bans.data.data.length) : unknown(bans.isError) },
    { label: 'Settings and design', value: count(settingNames.length) },
  ]
  return (
    <dl className={classes.counts}>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const unknown = (failed: boolean) => (failed ? 'unknown' : '…')
