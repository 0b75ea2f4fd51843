import { Button } from '@mantine/core'
import type { IgnoredSetting } from '#contract/workspace/drift.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './IgnoredList.module.css'
import { fieldIcon, fieldLabel, ignoredScope, timeInWords } from './finding-words.ts'
import type { DriftActions } from './use-drift.ts'

interface IgnoredListProps {
  ignored: readonly IgnoredSetting[]
  actions: DriftActions
  mayDecide: boolean
  /** Milliseconds. */
  now: number
}

/** The settings whose changes from outside are not reported. */
export function IgnoredList({ ignored, actions, mayDecide, now }: IgnoredListProps) {
  return (
    <ul aria-label="Ignored settings">
      {ignored.map((one) => (
        <li key={one.id} className={classes.row}>
          <Icon name={fieldIcon(one)} className="quiet" />
          <span className={`medium outside ${classes.place}`}>{ignoredScope(one)}</span>
          <p className={`outside ${classes.what}`}>{fieldLabel(one)}</p>
          <p className={`help ${classes.when}`}>
            Ignored by {one.by} <span className="num block">{timeInWords(one.at, now)}</span>
          </p>
          {mayDecide && (
            <Button
              size="xs"
              aria-label={`Report again: ${fieldLabel(one)}, ${ignoredScope(one)}`}
              loading={actions.unignore.isPending && actions.unignore.variables === one.id}
              onClick={() => actions.unignore.mutate(one.id)}
            >
              Report again
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
