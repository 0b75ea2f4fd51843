import { Button, Menu } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { serviceName } from '#contract/provider-names.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { createStore } from '#dashboard/ui/store.ts'
import classes from './ExportButton.module.css'
import { formatNames, formats, type Format } from './export-file.ts'
import { exportList, exportRange } from './export-messages.ts'
import { createPageMerger } from '../loaded.ts'
import { pagesKey, type MessagePages, type TimeRange } from '../read.ts'
import { formatRange } from '../time-range.ts'

/** The chosen format, shared by all export buttons of the page. */
const format = createStore<Format>('csv')

interface ExportButtonProps {
  chat: Chat
  /** Newest first. */
  selected: readonly Message[]
  shown: readonly Message[]
  /** Whether `shown` holds fewer messages than are loaded. */
  isFiltered: boolean
  range: TimeRange
  /** Whether all of the range is loaded. */
  complete: boolean
}

/** A menu with the format and the messages to export. */
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
              {wordsOf(range)}, read {complete ? 'again' : 'page by page'} from {serviceName()}
              {isFiltered && ', without the filters'}
            </span>
          </Menu.Item>
        </>
      )}
    />
  )
}

const wordsOf = (range: TimeRange) => formatRange(range)

function loadedOf(chatId: number, range: TimeRange): Message[] {
  const pages = queryClient.getQueryData<MessagePages>(pagesKey(chatId, range))?.pages
  return createPageMerger()(pages ?? []).list
}
