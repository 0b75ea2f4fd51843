import { Anchor } from '@mantine/core'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'

/** Which columns found no room, at the end of the line under the table. */
export const HiddenColumns = ({ columns, onShow }: { columns: readonly { label: string }[]; onShow: () => void }) => (
  <span className="not-on-phones">
    {' · '}
    {counted(columns.length, 'column is', 'columns are')} hidden at this width ({listed(columns.map(({ label }) => label))}),{' '}
    <Anchor component="button" type="button" fz="help" onClick={onShow}>
      show all
    </Anchor>
  </span>
)
