import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

/** A button that looks like a link: it changes what the page shows, and leads to no other. */
export const PlainLinkButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Anchor component="button" type="button" fz="help" onClick={onClick}>
    {children}
  </Anchor>
)
