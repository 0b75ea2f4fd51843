import { useMemo } from 'react'
import { setting, settingNames } from '#contract/settings-derive.ts'
import { groups } from '#contract/settings.ts'
import { counted, plural, count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { Heads } from '../grid/Grid.tsx'
import { summary } from '../model/tally.ts'
import type { Matrix } from '../use-matrix.ts'
import type { MatrixView } from '../view.ts'
import { ChatHead } from './ChatHead.tsx'
import classes from './heads.module.css'

interface HeadsOptions {
  matrix: Matrix
  view: MatrixView
  onView: (change: Partial<MatrixView>) => void
}

/** The heads of rows and columns. */
export function useHeads({ matrix, view, onView }: HeadsOptions): Heads {
  const { names, chats, tallies, context, held } = matrix
  const { closed } = view
  return useMemo(() => {
    return {
      corner: (
        <div className={classes.corner}>
          <span>{plural(names.length, '{count} of {all} setting', '{count} of {all} settings', { all: count(held.all.size) })}</span>
          <span>{counted(chats.length, 'chat')}</span>
        </div>
      ),
      row: (name) => (
        <div className={classes.setting}>
          <span className="cut">{setting(name).label}</span>
          <span className={`cut ${classes.summary}`}>{summary(name, tallies[name], context.catalogue)}</span>
        </div>
      ),
      column: (chat) => <ChatHead chat={chat} />,
      group: ({ group, isClosed }) => {
        const inGroup = settingNames.filter((name) => setting(name).group === group)
        const differing = inGroup.filter((name) => held.differ.has(name)).length
        return (
          <button
            type="button"
            tabIndex={-1}
            className={classes.group}
            aria-expanded={!isClosed}
            onClick={() => onView({ closed: isClosed ? closed.filter((other) => other !== group) : [...closed, group] })}
          >
            <Icon name={isClosed ? 'right' : 'down'} size={12} />
            <b>{groups[group].label}</b>
            <span className="quiet regular">
              {count(differing)} of {count(inGroup.length)} differ
            </span>
          </button>
        )
      },
    }
  }, [names, chats, tallies, context, held, closed, onView])
}
