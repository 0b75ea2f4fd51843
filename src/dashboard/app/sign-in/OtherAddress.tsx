import { Banner } from '#dashboard/ui/feedback/Banner.tsx'

/** Says where passkeys work, with a link to the same page there. */
export const OtherAddress = ({ origin }: { origin: string }) => (
  <div className="mb-6">
    <Banner tone="info">
      Passkeys work only at{' '}
      <a className="link outside" href={origin + location.pathname + location.search}>
        {origin}
      </a>
      . Open Roomkeeper there to use yours.
    </Banner>
  </div>
)
