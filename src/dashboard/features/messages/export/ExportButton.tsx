import { Button, Menu } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { createStore } from '#dashboard/ui/store.ts'
import classes from './ExportButton.module.css'
import { formatNames, formats, type Format } from './export-file.ts'
import { exportList, exportRange } from './export-messages.ts'
import { createList } from '../loaded.ts'
import { pagesKey, type Pages, type Range } from '../read.ts'
import { rangeWords } from '../time-range.ts'

/** The same for every such button on the page. */
const format = createStore<Format>('csv')

interface ExportButtonProps {
  chat: Chat
  /** Newest first. */
  selected: readonly Message[]
  shown: readonly Message[]
  /** Whether `shown` is less than what is loaded. */
  isFiltered: boolean
  range: Range
  /** Whether all of the range is loaded. */
  complete: boolean
}

/** What is exported, and as what. */
export function ExportButton({ chat, selected, shown, isFiltered, range, complete }: ExportButtonProps) {
  const chosen = format.use()
  const save = (what: 'selected' | 'shown' | 'loaded', messages: readonly Message[]) => void exportList(chat, what, messages, chosen)

  return (
    <ActionMenu
      width={264}
      button={
        <Button size="xs" title="Export" leftSection={<Icon name="download" size={14} />}>
          Export
        </Button>
      }
      items={() => (
        <>
          <Menu.Label>Format</Menu.Label>
          <Menu.RadioGroup value={chosen} onChange={(name) => format.set(formatNames.find((other) => other === name) ?? 'csv')}>
            {formatNames.map((name) => (
              <Menu.RadioItem key={name} value={name}>
                {formats[name].label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Label>Messages to export</Menu.Label>
          <Menu.Item disabled={selected.length === 0} onClick={() => save('selected', selected)}>
            Selected <span className={classes.count}>{count(selected.length)}</span>
          </Menu.Item>
          {isFiltered && (
            <Menu.Item disabled={shown.length === 0} onClick={() => save('shown', shown)}>
              Shown <span className={classes.count}>{count(shown.length)}</span>
            </Menu.Item>
          )}
          {isFiltered ? (
            <Menu.Item onClick={() => save('loaded', loadedOf(chat.id, range))}>All loaded messages</Menu.Item>
          ) : (
            <Menu.Item disabled={shown.length === 0} onClick={() => save('loaded', shown)}>
              All loaded messages <span className={classes.count}>{count(shown.length)}</span>
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void exportRange(chat, range, chosen)}>
            All in this range
            <span className="meta block">
              {wordsOf(range)}, read {complete ? 'again' : 'page by page'} from the service
              {isFiltered && ', without the filters'}
            </span>
          </Menu.Item>
        </>
      )}
    />
  )
}

const wordsOf = (range: Range) => rangeWords(range, new Date())

function loadedOf(chatId: number, range: Range): Message[] {
  const pages = queryClient.getQueryData<Pages>(pagesKey(chatId, range))?.pages
  return createList()(pages ?? []).list
}
