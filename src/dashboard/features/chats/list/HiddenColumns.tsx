import { unstyledButton } from '#dashboard/ui/form/PlainButton.tsx'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'

/** Names the columns that do not fit, at the end of the line under the table. */
export const HiddenColumns = ({ columns, onShow }: { columns: readonly { label: string }[]; onShow: () => void }) => (
  <span className="not-on-phones">
    {' · '}
    {plural(columns.length, '{count} column is hidden at this width ({names})', '{count} columns are hidden at this width ({names})', {
      names: listed(columns.map(({ label }) => label)),
    })}
    {' · '}
    <button type="button" className={`${unstyledButton} link fz-help`} onClick={onShow}>
      Show all
    </button>
  </span>
)
