import { lazy, useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { loadIcons } from '../theme/icons.tsx'
import { loadPart } from '../theme/load-part.tsx'
import { toastWarning } from '../feedback/toast.tsx'
import { firstIdle } from './first-idle.ts'

interface Closable {
  onClose?: (() => void) | undefined
  /** Called instead of `onClose` where the code could not be fetched. */
  onNotLoaded?: (() => void) | undefined
}

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A component whose code is fetched when it is first shown. Where that fails, the page around it stays as it is, with all that was typed there: the part
 * says so, closes, and is fetched again the next time it is opened. React's own lazy() would hand the failure to the boundary of the page, and keep it.
 * @param loader loads the code together with what it needs: withIcons() for a part that uses none of Mantine's
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  loader: (load: Load<Props>) => ReturnType<Load<Props>> = loadPart,
): ComponentType<Props & Closable> {
  let part = fetched()

  function fetched() {
    return lazy(() =>
      loader(load).then(
        (component): { default: ComponentType<Props & Closable> } => ({ default: component }),
        () => ({ default: NotLoaded }),
      ),
    )
  }

  function NotLoaded({ onClose, onNotLoaded = onClose }: Closable) {
    const close = useEffectEvent(() => onNotLoaded?.())
    useEffect(() => {
      part = fetched()
      toastWarning('This part could not be loaded', 'Check the connection and open it again.')
      close()
    }, [])
    return null
  }

  return function Part(props) {
    // What is shown stays the same, also after the next attempt has replaced `part`.
    const [Shown] = useState(() => part)
    return <Shown {...props} />
  }
}

/** For a part of the first page that uses none of Mantine's, whose code is then not fetched for it. */
export const withIcons = async <Props extends object>(load: Load<Props>) => (await Promise.all([load(), loadIcons()]))[0]

/**
 * A part that is on the page from the start but not among what a person comes for: its code is fetched when the browser is idle. It uses none of
 * Mantine's.
 */
export const laterPart = <Props extends object>(load: Load<Props>) => lazyPart(load, () => firstIdle.then(() => withIcons(load)))
