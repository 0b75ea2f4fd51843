import { Suspense, useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import type { Place } from '../model/selection.ts'
import { placeAt } from './use-pointer.ts'

const Bubble = lazyPart(async () => (await import('#dashboard/ui/overlay/TooltipBubble.tsx')).TooltipBubble)

const openDelayMs = 400

interface CellTipProps {
  /** Holds the cells. */
  within: RefObject<HTMLElement | null>
  /** What to say of a cell; '' for nothing. */
  wordsOf: (place: Place) => string
}

/** The text beside the cell under the mouse: one for all cells, since each of its own would cost as much as a cell. */
export function CellTip({ within, wordsOf }: CellTipProps) {
  const [tip, setTip] = useState<{ target: { current: HTMLElement }; words: string } | null>(null)
  const show = useEffectEvent((cell: HTMLElement) => {
    const place = placeAt(cell)
    const words = place && cell.isConnected ? wordsOf(place) : ''
    if (words) setTip({ target: { current: cell }, words })
  })
  useEffect(() => {
    const element = within.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setTip(null)
    }
    const onOver = ({ target, pointerType, buttons }: PointerEvent) => {
      hide()
      const cell = target instanceof Element && target.closest<HTMLElement>('[role=gridcell]')
      if (cell && pointerType === 'mouse' && buttons === 0) timer = setTimeout(show, openDelayMs, cell)
    }
    const ends = ['pointerleave', 'pointerdown', 'keydown', 'scroll'] as const
    element.addEventListener('pointerover', onOver)
    // Scroll events do not bubble.
    for (const end of ends) element.addEventListener(end, hide, { capture: end === 'scroll', passive: true })
    return () => {
      hide()
      element.removeEventListener('pointerover', onOver)
      for (const end of ends) element.removeEventListener(end, hide, { capture: end === 'scroll' })
    }
  }, [within])
  return <Suspense>{tip && <Bubble target={tip.target} label={tip.words} position="top" />}</Suspense>
}
