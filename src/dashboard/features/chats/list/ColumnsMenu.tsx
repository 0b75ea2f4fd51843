import { Button } from '#dashboard/ui/form/Button.tsx'
import { Checkbox, Popover } from '@mantine/core'
import { cloneElement, useState } from 'react'
import { groupNames, normalizedForSearch, setting, settingNames } from '#contract/settings-derive.ts'
import { groups } from '#contract/settings.ts'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { columnLabel } from './columns.tsx'
import { defaultColumns, type ColumnKey } from './view.ts'
import { useOpenedTarget, type OverlayButton } from '#dashboard/ui/overlay/OverlayFallback.tsx'

const sections: { label: string; keys: ColumnKey[] }[] = [
  { label: 'Default', keys: defaultColumns },
  ...groupNames.map((group) => ({
    label: groups[group].label,
    keys: settingNames.filter((name) => setting(name).group === group && name !== 'name' && !defaultColumns.includes(name)),
  })),
].filter(({ keys }) => keys.length > 0)

/** Chooses the columns of the table; any setting can be one. Open when it is first drawn, toggled by its button from then on. */
export function ColumnsMenu({
  button,
  columns,
  onChange,
}: {
  button: OverlayButton
  columns: ColumnKey[]
  onChange: (columns: ColumnKey[]) => void
}) {
  const [search, setSearch] = useState('')
  const target = useOpenedTarget()
  const words = normalizedForSearch(search)
  const found = sections
    .map(({ label, keys }) => ({ label, keys: keys.filter((key) => normalizedForSearch(`${columnLabel(key)} ${key}`).includes(words)) }))
    .filter(({ keys }) => keys.length > 0)
  const toggle = (key: ColumnKey) => onChange(columns.includes(key) ? columns.filter((other) => other !== key) : [...columns, key])
  return (
    <Popover defaultOpened position="bottom-end" width={300} trapFocus returnFocus closeOnEscape={search === ''}>
      <Popover.Target>{cloneElement(button, { ref: target })}</Popover.Target>
      <Popover.Dropdown p={8} onKeyDown={(event) => event.key === 'Escape' && setSearch('')}>
        <div className="beside gap-6">
          <SearchField className="grow" label="Search columns" value={search} onChange={setSearch} />
          <Button size="xs" variant="subtle" tone="quiet" onClick={() => onChange(defaultColumns)}>
            Default
          </Button>
        </div>
        <div className="stack gap-12 long-list mt-8">
          {found.map(({ label, keys }) => (
            <fieldset key={label} className="stack gap-6">
              <legend className="meta medium mb-6">{label}</legend>
              {keys.map((key) => (
                <Checkbox key={key} label={columnLabel(key)} checked={columns.includes(key)} onChange={() => toggle(key)} />
              ))}
            </fieldset>
          ))}
          {found.length === 0 && <p className="quiet fz-help">No column matches.</p>}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
