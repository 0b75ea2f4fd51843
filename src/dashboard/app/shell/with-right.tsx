import { Suspense, useState, type ComponentType } from 'react'
import { useParams } from 'react-router-dom'
import type { Access } from '#contract/workspace/rights.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const NoRight = lazyPart(async () => (await import('./NoRight.tsx')).NoRight)

/** Shows a page to those who may open it, and tells others which right they lack. It follows the rights while the page is open. */
export function withRight(right: Access, Page: ComponentType): ComponentType {
  return function PageWithRight() {
    const may = useMay()
    const chatId = parseId(useParams()['chatId']) ?? undefined
    const isAllowed = may(right, chatId)
    const [wasRefused, setWasRefused] = useState(false)
    if (!isAllowed && !wasRefused) setWasRefused(true)
    // A page waits for its data in its route, but not one that is shown because the right was given meanwhile.
    const inside = isAllowed ? <Page /> : <NoRight right={right} chatId={chatId} />
    return wasRefused ? <Suspense>{inside}</Suspense> : inside
  }
}
