import { Button } from '@mantine/core'
import { Failure } from '#contract/client.ts'
import type { ChatScan } from '#dashboard/platform/chats/chat-scan.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import classes from './AcrossChatsDrawer.module.css'

/** How many lists are read, and a way to read the rest. */
export function ScanStatus({ scan, all, onAll }: { scan: ChatScan<unknown>; all: number; onAll: () => void }) {
  const failed = [...scan.found.values()].filter((answer) => answer instanceof Failure).length
  const read = scan.found.size - failed
  const readRest = () => {
    onAll()
    scan.restart()
  }
  return (
    <div className={classes.scan}>
      <span role="status">
        {scan.isReading ? `Reading ${count(read)} of ${counted(all, 'chat')}…` : `Read ${count(read)} of ${counted(all, 'chat')}.`}
        {failed > 0 && ` ${counted(failed, 'chat')} could not be read.`}
        {scan.heldBy && ` ${errorMessage(scan.heldBy).cause}. Waiting…`}
        {scan.error !== null && ` ${errorMessage(scan.error).cause}.`}
      </span>
      {!scan.isReading && read < all && (
        <Button size="xs" onClick={readRest}>
          {scan.total < all ? `Read all ${count(all)}` : 'Try again'}
        </Button>
      )}
    </div>
  )
}
