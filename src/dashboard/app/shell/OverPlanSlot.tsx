import { createElement, lazy, type ComponentType } from 'react'
import type { Plan } from '#contract/account.ts'

type Band = ComponentType<{ plan: Plan }>

const load = async () => (await import('./OverPlanBand.tsx')).OverPlanBand
const Lazy = lazy(async () => ({ default: await load() }))
let loaded: Band | null = null

/** Loads the banner together with the account, before a page is rendered: a banner that appears later would shift the layout. */
export async function loadOverPlanBand() {
  loaded ??= await load()
}

export const OverPlanSlot = ({ plan }: { plan: Plan }) => createElement(loaded ?? Lazy, { plan })
