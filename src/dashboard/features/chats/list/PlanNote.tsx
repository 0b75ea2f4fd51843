import type { Plan } from '#contract/account.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'

/** Before a chat is made that the plan has no room for. The service decides; this only warns. */
export function PlanNote({ plan }: { plan: Plan }) {
  if (plan.rooms === null || plan.usedRooms === null || plan.usedRooms < plan.rooms) return null
  return (
    <Banner>
      <b>Your plan is full.</b> It holds {counted(plan.rooms, 'chat')}, and {plan.usedRooms} are used. The service will probably refuse
      another one.
    </Banner>
  )
}
