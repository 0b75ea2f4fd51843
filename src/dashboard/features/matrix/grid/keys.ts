import { modKey } from '#dashboard/ui/overlay/keys.tsx'

/** The keys of the grid, as the keyboard help lists them. */
export const gridKeys = [
  { key: '↑ ↓ ← →', label: 'Move between cells and groups' },
  { key: '← →', label: 'On a group: fold, unfold' },
  { key: 'Home End', label: 'First and last cell of the row' },
  { key: `${modKey} Home`, label: 'First cell of all' },
  { key: `${modKey} End`, label: 'Last cell of all' },
  { key: 'PgUp PgDn', label: 'Move by a page' },
  { key: 'Shift ↑ ↓ ← →', label: 'Extend the selection' },
  { key: 'Shift Space', label: 'Select the row' },
  { key: `${modKey} Space`, label: 'Select the column' },
  { key: `${modKey} A`, label: 'Select all cells' },
  { key: 'Enter', label: 'Edit the selection' },
  { key: 'Escape', label: 'Back to one cell' },
  { key: '1 0', label: 'Turn on, turn off' },
  { key: 'Delete', label: 'Set to the default' },
  { key: `${modKey} C`, label: 'Copy' },
  { key: `${modKey} V`, label: 'Paste' },
  { key: `${modKey} Z`, label: 'Undo the last edit' },
  { key: `${modKey} Y`, label: 'Redo it' },
  { key: `${modKey} S`, label: 'Review all changes' },
] as const
