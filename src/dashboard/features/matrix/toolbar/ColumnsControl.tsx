import type { MatrixView } from '../view.ts'
import classes from './Toolbar.module.css'

type Columns = MatrixView['columns']
const labels: Record<Columns, string> = { chats: 'Chats', settings: 'Settings' }

/** What the columns of the table are; the rows are the other. */
export const ColumnsControl = ({ columns, onChange }: { columns: Columns; onChange: (columns: Columns) => void }) => (
  <div role="radiogroup" aria-label="Columns" className={`not-on-phones ${classes.columns}`}>
    <span aria-hidden className="quiet fz-help">
      Columns
    </span>
    <div className="segments">
      {(['chats', 'settings'] as const).map((one) => (
        <label key={one} data-on={one === columns || undefined}>
          <input type="radio" name="columns" checked={one === columns} onChange={() => onChange(one)} />
          {labels[one]}
        </label>
      ))}
    </div>
  </div>
)
