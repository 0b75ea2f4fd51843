import { UnstyledButton } from '@mantine/core'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { OnDemandOverlay } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import type { Survey } from '../analysis/analyst.ts'
import classes from './PosterButton.module.css'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const PosterList = lazyPart(async () => (await import('./PosterList.tsx')).PosterList)

interface PosterButtonProps {
  /** An author's key. */
  poster: string | null
  survey: Survey | null
  onChange: (poster: string | null) => void
}

/** Only one author's messages: chosen from those who wrote what is loaded. */
export function PosterButton({ poster, survey, onChange }: PosterButtonProps) {
  // The key begins with the id; the rest is the name.
  const name = poster?.slice(poster.indexOf(':') + 1)
  const button = (
    <UnstyledButton
      className={classes.chip}
      aria-haspopup="dialog"
      aria-pressed={poster !== null}
      onClick={() => onChange(null)}
      {...(poster !== null && { 'aria-label': `Only messages of ${name || 'no name'}: show all authors` })}
    >
      <Icon name="account" size={14} />
      <span className="outside">{poster === null ? 'Author' : name || 'no name'}</span>
      {poster !== null && <Icon name="x" size={12} />}
    </UnstyledButton>
  )
  if (poster !== null) return button
  return (
    <OnDemandOverlay button={button}>
      {(onNotLoaded) => <PosterList button={button} survey={survey} onNotLoaded={onNotLoaded} onPick={onChange} />}
    </OnDemandOverlay>
  )
}
