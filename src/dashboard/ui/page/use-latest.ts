import { useEffect, useRef, useState } from 'react'

/** An object that stays the same across renders; its functions call those of the latest render. */
export function useLatest<Actions extends Record<string, (...args: never[]) => void>>(actions: Actions): Actions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState(
    () => Object.fromEntries(Object.keys(actions).map((name) => [name, (...args: never[]) => latest.current[name]!(...args)])) as Actions,
  )
  return stable
}
