import { PlainButton } from '#dashboard/ui/form/PlainButton.tsx'
import { OnDemandOverlay } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const ViewsMenu = lazyPart(async () => (await import('./ViewsMenu.tsx')).ViewsMenu)

/** @param query the present view as in the address @param onOpen shows a saved one */
export function ViewsButton(props: { query: string; onOpen: (query: string) => void }) {
  const button = <PlainButton size="xs">Views</PlainButton>
  return (
    <OnDemandOverlay button={button}>{(onNotLoaded) => <ViewsMenu button={button} {...props} onNotLoaded={onNotLoaded} />}</OnDemandOverlay>
  )
}
