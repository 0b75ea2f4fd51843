import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { Opening } from '../ui/Opening.tsx'
import classes from './ColumnsMenu.module.css'
import type { ColumnKey } from './view.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const ColumnsMenu = lazyPart(async () => (await import('./ColumnsMenu.tsx')).ColumnsMenu)

/** Opens the choice of columns, whose code comes with the first opening. */
export function ColumnsButton(props: { columns: ColumnKey[]; onChange: (columns: ColumnKey[]) => void }) {
  const [armed, setArmed] = useState(false)
  const button = (
    <Button
      size="xs"
      className={classes.button}
      leftSection={<Icon name="columns" size={14} />}
      aria-haspopup="dialog"
      onClick={() => setArmed(true)}
    >
      Columns
    </Button>
  )
  return (
    <Suspense
      fallback={
        <>
          {button}
          <Opening />
        </>
      }
    >
      {armed ? <ColumnsMenu button={button} {...props} /> : button}
    </Suspense>
  )
}
