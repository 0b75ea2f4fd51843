import type { Chat } from '#contract/chats.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { labelsOf, useReadLabels } from '#dashboard/platform/chats/read-labels.ts'
import { Chip } from '#dashboard/ui/feedback/Chip.tsx'
import { OnDemandOverlay } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { unstyledButton } from '#dashboard/ui/form/PlainButton.tsx'

const LabelMenu = lazyPart(async () => (await import('./LabelMenu.tsx')).LabelMenu)

interface LabelFilterProps {
  /** The chats that pass the search. */
  chats: Chat[]
  labels: ChatLabels
  label: string | null
  onChange: (label: string | null) => void
}

/** Reads the labels, and filters the list by one. Nothing while no chat has any. */
export function LabelFilter({ chats, labels, label, onChange }: LabelFilterProps) {
  useReadLabels()
  if (label !== null) {
    const holds = chats.filter(({ id }) => labels.get(id)?.includes(label)).length
    return <Chip label={`Label: ${label}`} holds={holds} on onToggle={() => onChange(null)} />
  }
  const known = labelsOf(labels, chats)
  if (known.length === 0) return null
  const button = (
    <button type="button" className={`chip ${unstyledButton}`}>
      Label…
    </button>
  )
  return (
    <OnDemandOverlay button={button} kind="menu">
      {(onNotLoaded) => <LabelMenu button={button} labels={known} onChoose={onChange} onNotLoaded={onNotLoaded} />}
    </OnDemandOverlay>
  )
}
