import type { Plan } from '#contract/account.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'

/** Shown before a chat is created that exceeds the plan. The service decides; this only warns. */
export function PlanNote({ plan }: { plan: Plan }) {
  if (plan.rooms === null || plan.usedRooms === null || plan.usedRooms < plan.rooms) return null
  return (
    <Banner>
      <b>Your plan is full.</b>{' '}
      {plural(
        plan.rooms,
        `It includes {count} chat and {used} are in use. ${serviceNameFirst()} will probably refuse another one.`,
        `It includes {count} chats and {used} are in use. ${serviceNameFirst()} will probably refuse another one.`,
        { used: count(plan.usedRooms) },
      )}
    </Banner>
  )
}
