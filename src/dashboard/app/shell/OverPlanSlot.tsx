import { createElement, lazy, type ComponentType } from 'react'
import type { Plan } from '#contract/account.ts'

type Band = ComponentType<{ plan: Plan }>

const load = async () => (await import('./OverPlanBand.tsx')).OverPlanBand
const Lazy = lazy(async () => ({ default: await load() }))
let loaded: Band | null = null

/** With the account's data, before a page is drawn: a band that came later would push the page down. */
export async function loadOverPlanBand() {
  loaded ??= await load()
}

export const OverPlanSlot = ({ plan }: { plan: Plan }) => createElement(loaded ?? Lazy, { plan })
