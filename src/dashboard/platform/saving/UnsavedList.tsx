import type { Unsaved } from './unsaved.ts'

/** @param open titles of forms that are open and not saved */
export const UnsavedList = ({ kept, open }: { kept: readonly Unsaved[]; open?: readonly string[] }) => (
  <ul aria-label="Unsaved">
    {kept.map(({ what, amount }) => (
      <li key={what}>
        <span className="outside">{what}</span>: {amount}
      </li>
    ))}
    {open?.map((what, index) => (
      // Two tabs may have the same form open.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={`${what} ${index}`}>
        <span className="outside">{what}</span>: open and not saved
      </li>
    ))}
  </ul>
)
