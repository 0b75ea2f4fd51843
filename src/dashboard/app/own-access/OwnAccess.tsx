import type { OwnPart } from '#dashboard/app/shell/PersonMenu.tsx'
import { MyPasskeys } from './MyPasskeys.tsx'
import { MySessions } from './MySessions.tsx'
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx'

const parts = { passkeys: MyPasskeys, sessions: MySessions, codes: NewRecoveryCodes }

/** What a person manages of their own access. */
export function OwnAccess({ part, onClose }: { part: OwnPart; onClose: () => void }) {
  const Part = parts[part]
  return <Part onClose={onClose} />
}
