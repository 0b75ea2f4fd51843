import { useMay } from '#dashboard/platform/session/rights.ts'
import { OnDemandOverlay } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import type { NewMenuProps } from './OpenedNewMenu.tsx'

const OpenedNewMenu = lazyPart(async () => (await import('./OpenedNewMenu.tsx')).OpenedNewMenu)

/** A button with a menu that begins a chat, a poll or an announcement; nothing for who may do none of it. */
export function NewMenu(props: NewMenuProps) {
  const may = useMay()
  return may('chats.create') || props.chats.some(({ id }) => may('polls.write', id) || may('messages.write', id)) ? (
    <OnDemandOverlay button={props.button} kind="menu">
      {(onNotLoaded) => <OpenedNewMenu {...props} onNotLoaded={onNotLoaded} />}
    </OnDemandOverlay>
  ) : null
}
