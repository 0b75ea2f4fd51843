import { Suspense, useState } from 'react'
import type { OwnPart } from '#dashboard/app/sign-in/OwnAccess.tsx'
import type { SessionPerson } from '#contract/session.ts'
import { roles } from '#contract/gateway/rights.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './PersonMenu.module.css'
import { leaveDashboard } from './SignOut.tsx'

const PersonItems = lazyPart(async () => (await import('#dashboard/app/sign-in/OwnAccess.tsx')).PersonItems)
const OwnAccess = lazyPart(async () => (await import('#dashboard/app/sign-in/OwnAccess.tsx')).OwnAccess)

interface PersonMenuProps {
  person: SessionPerson
  collapsed: boolean
}

/** The signed-in person at the foot of the sidebar, with what they manage of their own. */
export function PersonMenu({ person: { name, role }, collapsed }: PersonMenuProps) {
  const [opened, open] = useState<OwnPart | null>(null)
  const label = roles[role].label
  return (
    <>
      <Tooltip label={`${name}, ${label}`} position="right" disabled={!collapsed}>
        <div className={`rigid overline ${classes.person}`} data-collapsed={collapsed || undefined}>
          <ActionMenu
            width={200}
            position="bottom-start"
            button={
              <button type="button" className={`row full list-row ${classes.button}`} aria-label={`${name}, ${label}`}>
                <Initial name={name} />
                <span className="stack gap-0 grow">
                  <b className="cut outside medium fz-help">{name}</b>
                  <span className="meta">{label}</span>
                </span>
                <span className="quiet">
                  <Icon name="updown" size={14} />
                </span>
              </button>
            }
            items={() => <PersonItems onOpen={open} onSignOut={() => void leaveDashboard()} />}
          />
        </div>
      </Tooltip>
      <Suspense fallback={<OverlayFallback />}>{opened && <OwnAccess part={opened} onClose={() => open(null)} />}</Suspense>
    </>
  )
}
