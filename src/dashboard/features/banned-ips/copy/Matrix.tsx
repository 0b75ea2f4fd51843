import { Checkbox } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { type IpRange, keyOf } from '#engine/bans/range.ts'
import classes from '../banned-ips.module.css'
import { nameOf } from '../read.ts'
import { compareChats, type EntryState, isMissing } from './compare-chats.ts'

export interface ChatBans {
  chat: Chat
  entries: IpRange[]
}

interface MatrixProps {
  chat: Chat
  entries: IpRange[]
  compared: ChatBans[]
  others: number
}

export function Matrix({ chat, entries, compared, others }: MatrixProps) {
  const [onlyMissing, setOnlyMissing] = useState(true)
  const scroller = useRef<HTMLDivElement>(null)
  const readable = useMemo(() => [{ chat, entries }, ...compared], [chat, entries, compared])
  const all = useMemo(() => compareChats(new Map(readable.map((list) => [list.chat.id, list.entries]))), [readable])
  const shown = useMemo(() => (onlyMissing ? all.filter(isMissing) : all), [all, onlyMissing])
  return (
    <section aria-label="Where each entry is" className="stack shrinks">
      <div className="row between wrap">
        <h3 className="heading">
          Where each entry is{' '}
          {compared.length < others && (
            <span>
              this chat and {count(compared.length)} of {count(others)}, the chosen ones first
            </span>
          )}
        </h3>
        <Checkbox
          label="Only entries missing in a chat"
          checked={onlyMissing}
          onChange={(event) => setOnlyMissing(event.currentTarget.checked)}
        />
      </div>
      {shown.length === 0 ? (
        <p>{all.length === 0 ? 'No addresses are banned in the compared chats.' : 'The compared chats ban the same addresses.'}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div ref={scroller} className={`box ${classes.matrix}`} tabIndex={0} role="region" aria-label="Entries by chat">
          <table className="table fz-help" aria-rowcount={shown.length + 1}>
            <thead>
              <tr>
                <th scope="col">Entry</th>
                <th scope="col">Missing in</th>
                {readable.map((list) => (
                  <th key={list.chat.id} scope="col" className="outside" title={chatTitle(list.chat)}>
                    {chatTitle(list.chat)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <VirtualRows
                count={shown.length}
                keyOf={(index) => (shown[index] ? keyOf(shown[index].range) : -1)}
                estimate={() => 33}
                scroller={scroller}
                spacer="tr"
                row={(index) => {
                  // A row whose list has just become shorter is left out.
                  if (!shown[index]) return null
                  const { range, states } = shown[index]
                  return (
                    <tr key={keyOf(range)} aria-rowindex={index + 2}>
                      <th scope="row" className="code">
                        {nameOf(range)}
                      </th>
                      <td className="num">
                        {count([...states.values()].filter((state) => state === 'missing').length)} of {count(readable.length)}
                      </td>
                      {readable.map((list) => (
                        <td key={list.chat.id}>
                          <State is={states.get(list.chat.id) ?? 'missing'} />
                        </td>
                      ))}
                    </tr>
                  )
                }}
              />
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const looks = {
  has: { icon: 'check', label: 'listed', tone: 'quiet' },
  covered: { icon: 'check', label: 'covered', tone: 'quiet' },
  missing: { icon: 'minus', label: 'missing', tone: 'warn' },
} as const satisfies Record<EntryState, object>

function State({ is }: { is: EntryState }) {
  const { icon, label, tone } = looks[is]
  return (
    <span className={`inline-row fz-meta ${tone}`}>
      <Icon name={icon} size={12} /> {label}
    </span>
  )
}
