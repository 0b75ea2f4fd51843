import { Button } from '@mantine/core'
import { Icon } from '../ui/icons.tsx'
import { count, counted } from '../ui/numbers.ts'
import type { useRoom } from './use-room.ts'
import classes from './NewsButton.module.css'

/** New messages wait here: rows never move by themselves. */
export function NewsButton({ room, onTaken }: { room: ReturnType<typeof useRoom>; onTaken: () => void }) {
  const { fresh, hasMoreNews, takeNews } = room
  return (
    <div className={classes.place} aria-live="polite">
      {fresh.length > 0 && (
        <Button
          size="xs"
          variant="filled"
          className={classes.button}
          leftSection={<Icon name="sortUp" size={14} />}
          onClick={() => void takeNews().then(onTaken)}
        >
          {hasMoreNews ? `More than ${count(fresh.length)} new messages` : counted(fresh.length, 'new message')}
        </Button>
      )}
    </div>
  )
}
