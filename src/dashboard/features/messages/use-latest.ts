import { useEffect, useRef, useState } from 'react'

/** Functions that do what the last drawing gave them, in an object that stays the same. */
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
