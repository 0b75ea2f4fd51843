import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { Drawer } from '@mantine/core'
import { useMedia } from '#dashboard/ui/page/use-media.ts'
import { useQuery } from '@tanstack/react-query'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { ChatLink } from './EntryCells.tsx'
import { UndoButton } from '#dashboard/features/changes/timeline/UndoButton.tsx'
import type { ChangesScope } from '#dashboard/features/changes/timeline/view.ts'
import { chatOf, kindOfAudit, titleOfAudit, undoOf } from './audit-words.ts'
import { EntryDetails } from './EntryDetails.tsx'
import classes from './log.module.css'
import { logEntryQuery } from './export-log.ts'

interface EntryProps {
  scope: ChangesScope
  line: number
  catalogue: Catalogue
  onStep: (by: 1 | -1) => void
  onClose: () => void
  onLine: (line: number) => void
}

/** One entry with its steps: beside the list, which stays usable. Where there is no room for both, over it. */
export function Entry(props: EntryProps) {
  const isBeside = useMedia('(min-width: 62em)')
  if (isBeside)
    return (
      <aside className={`mantine-Drawer-content column ${classes.aside}`} aria-label="Entry">
        <EntryParts {...props} />
      </aside>
    )
  return (
    <Drawer opened onClose={props.onClose} withCloseButton={false} padding={0} title="Entry" classNames={{ header: 'visually-hidden' }}>
      <div className={`column ${classes.over}`}>
        <EntryParts {...props} />
      </div>
    </Drawer>
  )
}

/** Screen readers read the title of each entry that is opened. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true })

function EntryParts({ scope, line, catalogue, onStep, onClose, onLine }: EntryProps) {
  const reading = useQuery(logEntryQuery(scope, line))
  const entry = reading.data?.data
  const undo = entry && undoOf(entry, catalogue)
  return (
    <>
      <header className={`beside gap-4 ${classes.head}`}>
        <div className="grow">
          <h2 key={line} ref={takeFocus} tabIndex={-1} className="outside">
            {entry ? titleOfAudit(entry, catalogue) : `Line ${line}`}
          </h2>
          {entry && (
            <p className="row gap-4 wrap fz-help quiet">
              <ChatLink {...chatOf(entry)} />
              {entry.chatId !== null && <span>·</span>}
              <span>{kindOfAudit(entry)}</span>
            </p>
          )}
        </div>
        <HeadIcon icon="up" label="Previous entry" onClick={() => onStep(-1)} />
        <HeadIcon icon="down" label="Next entry" onClick={() => onStep(1)} />
        <HeadIcon
          icon="link"
          label="Copy the link to this entry"
          onClick={() =>
            void navigator.clipboard.writeText(location.href).then(
              () => toast('Link copied'),
              () => toast('The link could not be copied'),
            )
          }
        />
        <HeadIcon icon="x" label="Close" onClick={onClose} />
      </header>
      <div className={`stack gap-12 scroll ${classes.body}`}>
        {entry ? (
          <EntryDetails entry={entry} catalogue={catalogue} onLine={onLine} />
        ) : (
          reading.error && <LoadError what="This entry" reading={reading} />
        )}
      </div>
      {undo && (
        <footer className="bottom-bar between">
          <span className="quiet fz-help">Shows what changes first</span>
          <UndoButton entry={undo} catalogue={catalogue} label="Undo…" />
        </footer>
      )}
    </>
  )
}

const HeadIcon = ({ icon, label, onClick }: { icon: 'up' | 'down' | 'link' | 'x'; label: string; onClick: () => void }) => (
  <IconButton icon={icon} aria-label={label} title={label} onClick={onClick} />
)
