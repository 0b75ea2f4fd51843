import { PlainButton } from '#dashboard/ui/form/PlainButton.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { OnDemandOverlay } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import classes from './ColumnsMenu.module.css'
import type { ColumnKey } from './view.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const ColumnsMenu = lazyPart(async () => (await import('./ColumnsMenu.tsx')).ColumnsMenu)

/** Opens the choice of columns, whose code comes with the first opening. */
export function ColumnsButton(props: { columns: ColumnKey[]; onChange: (columns: ColumnKey[]) => void }) {
  const button = (
    <PlainButton size="xs" className={classes.button} leftSection={<Icon name="columns" size={14} />}>
      Columns
    </PlainButton>
  )
  return (
    <OnDemandOverlay button={button}>
      {(onNotLoaded) => <ColumnsMenu button={button} {...props} onNotLoaded={onNotLoaded} />}
    </OnDemandOverlay>
  )
}
