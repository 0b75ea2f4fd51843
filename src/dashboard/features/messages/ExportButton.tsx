import { Button } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import type { Message } from '#contract/messages.ts'
import { serviceName } from '#contract/provider-names.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { createStore } from '#dashboard/ui/store.ts'
import { exportList, exportRange, type Format, formatNames, formats } from './export-messages.ts'
import { formatRange } from './time-range.ts'
import type { MessageScreen } from './use-message-screen.ts'

/** The chosen format, shared by all export buttons of the page. */
const format = createStore<Format>('csv')

export function ExportButton({ screen: { chat, range, chosen, loaded, shown, isComplete } }: { screen: MessageScreen }) {
  const picked = format.use()
  const item = (what: 'selected' | 'shown' | 'loaded', label: string, messages: readonly Message[]) => (
    <Menu.Item disabled={messages.length === 0} onClick={() => void exportList(chat, what, messages, picked)}>
      {label} <span className="quiet num">{count(messages.length)}</span>
    </Menu.Item>
  )
  return (
    <ActionMenu
      width={264}
      button={
        <Button size="xs" title="Export" icon="download">
          Export
        </Button>
      }
      items={() => (
        <>
          <Menu.Label>Format</Menu.Label>
          <Menu.RadioGroup value={picked} onChange={(name) => format.set(formatNames.find((other) => other === name) ?? 'csv')}>
            {formatNames.map((name) => (
              <Menu.RadioItem key={name} value={name}>
                {formats[name].label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Label>Messages to export</Menu.Label>
          {item('selected', 'Selected', chosen)}
          {shown.isFiltered && item('shown', 'Shown', shown.list)}
          {item('loaded', 'All loaded messages', loaded.list)}
          <Menu.Item onClick={() => void exportRange(chat, range, picked)}>
            All in this range
            <span className="meta block">
              {formatRange(range)}, read {isComplete ? 'again' : 'page by page'} from {serviceName()}
              {shown.isFiltered && ', without the filters'}
            </span>
          </Menu.Item>
        </>
      )}
    />
  )
}
