import { Suspense, useState } from 'react'
import type { OwnPart } from '#dashboard/app/sign-in/OwnAccess.tsx'
import { roles } from '#contract/gateway/rights.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { schemeIcons, useScheme } from '#dashboard/ui/theme/scheme.ts'
import classes from './Sidebar.module.css'

const OwnItems = lazyPart(async () => (await import('#dashboard/app/sign-in/OwnAccess.tsx')).OwnItems)
const OwnAccess = lazyPart(async () => (await import('#dashboard/app/sign-in/OwnAccess.tsx')).OwnAccess)
const SchemeItems = lazyPart(async () => (await import('./SchemeItems.tsx')).SchemeItems)

/** Who is signed in, at the foot of the sidebar, with what they manage of their own, and the colours of the page. */
export function PersonMenu({ collapsed }: { collapsed: boolean }) {
  const { account } = useSession()
  const person = usePerson()
  const [opened, open] = useState<OwnPart | null>(null)
  const [leaving, setLeaving] = useState(false)
  const scheme = useScheme()
  const name = person?.name ?? (account.name || account.email)
  const role = person ? roles[person.role].label : 'Account token'
  return (
    <>
      <Tooltip label={`${name}, ${role}`} position="right" disabled={!collapsed}>
        <div className="grow">
          <ActionMenu
            width={200}
            position="bottom-start"
            button={
              <button type="button" className={`row full list-row ${classes.person}`} aria-label={`${name}, ${role}`}>
                <Initial name={name} />
                <span className="stack gap-0 grow">
                  <b className="cut outside medium fz-help">{name}</b>
                  <span className="meta">{leaving ? 'Signing out…' : role}</span>
                </span>
              </button>
            }
            items={() => <OwnItems hasOwnAccess={person !== null} onOpen={open} onLeaving={setLeaving} />}
          />
        </div>
      </Tooltip>
      <ActionMenu
        width={160}
        button={<IconButton icon={schemeIcons[scheme]} size="xs" aria-label="Colour scheme" title="Colour scheme" />}
        items={() => <SchemeItems />}
      />
      <Suspense fallback={<OverlayFallback />}>{opened && <OwnAccess part={opened} onClose={() => open(null)} />}</Suspense>
    </>
  )
}
