import { Nothing } from '../ui/notes.tsx'
import { PageHead } from '../ui/Page.tsx'

/** The honest page of a part that is not there yet. @param head its title, where no other head stands above it */
export function NotBuiltYet({ head, plan }: { head?: string; plan: string }) {
  return (
    <>
      {head && <PageHead title={head} />}
      <Nothing icon="clock" title="Not built yet">
        {plan} Until it is here, the service’s interface under /api can do all of it; the README says how.
      </Nothing>
    </>
  )
}
