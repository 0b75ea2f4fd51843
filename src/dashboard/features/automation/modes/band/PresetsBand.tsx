import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { PresetOn } from '#contract/gateway/presets.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { presetOpening } from '#dashboard/platform/presets/opening.ts'
import { isOnIn, usePresetsOn } from '#dashboard/platform/presets/presets-on.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart, withIcons } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'

const TurnOnDialog = lazyPart(async () => (await import('../turn-on/TurnOnDialog.tsx')).TurnOnDialog)
const ExtendDialog = lazyPart(async () => (await import('../turn-on/ExtendDialog.tsx')).ExtendDialog)
const BandContent = lazyPart(async () => (await import('./BandContent.tsx')).BandContent, withIcons)

/**
 * What is on, above every page but Home, which has a line for it. It also keeps the list up to date for the other parts that show it.
 * @param otherwise the band that is shown while nothing is on
 */
export function PresetsBand({ otherwise }: { otherwise: ReactNode }) {
  const seesChats = useMay()('chats.read')
  const { pathname } = useLocation()
  const { data } = useQuery({ ...gatewayQuery('presetOnList', {}), enabled: seesChats, refetchInterval: refetchEvery(30_000) })
  const list = data?.data
  useJobsOfEnded(list)
  if (!seesChats || !list || list.length === 0 || pathname === to.home()) return otherwise
  return (
    <Suspense>
      <BandContent list={list} />
    </Suspense>
  )
}

/** A mode leaves the list when its time is over, or when anyone ends it. The job that then puts values back may leave something to decide. */
function useJobsOfEnded(list: PresetOn[] | undefined) {
  const before = useRef(list)
  useEffect(() => {
    const hasEnded = list && before.current?.some(({ id }) => list.every((on) => on.id !== id))
    before.current = list
    // If the code can’t be loaded, the next page load reads the jobs.
    if (hasEnded) void import('#dashboard/platform/jobs/gateway-jobs.ts').then(({ showJobs }) => showJobs()).catch(() => {})
  }, [list])
}

const close = () => presetOpening.set(null)

/** The dialogs that every page can open. */
export function ModeDialogs() {
  const opened = presetOpening.use()
  return (
    <Suspense fallback={<OverlayFallback />}>
      {opened?.dialog === 'turn-on' && <TurnOnDialog request={opened} onClose={close} />}
      {opened?.dialog === 'extend' && <ExtendDialog onId={opened.onId} onClose={close} />}
    </Suspense>
  )
}

/** The modes that are on in a chat, among the badges of its head. It sends no request; the band does. */
export function ChatPresets({ chatId }: { chatId: number }) {
  return usePresetsOn()
    .filter((on) => isOnIn(on, chatId))
    .map(({ id, presetId, name }) => (
      <Badge key={id} tone="warn" icon={<Icon name={presetIcon(presetId)} size={12} />}>
        <bdi>{name}</bdi>
      </Badge>
    ))
}

const builtInIcons: Record<string, IconName> = { lockdown: 'shield', event: 'ticket', 'quiet-hours': 'moon', open: 'globe' }

/** @param presetId of a mode, or of one that was deleted */
export const presetIcon = (presetId: string): IconName => (Object.hasOwn(builtInIcons, presetId) ? builtInIcons[presetId]! : 'toggles')
