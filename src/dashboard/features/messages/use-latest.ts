import { useEffect, useRef, useState } from 'react'

/** Functions that do what the last drawing gave them, in an object that stays the same. */
export function useLatest<Acts extends Record<string, (...args: never[]) => void>>(acts: Acts): Acts {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const [stable] = useState(
    () => Object.fromEntries(Object.keys(acts).map((name) => [name, (...args: never[]) => latest.current[name]!(...args)])) as Acts,
  )
  return stable
}
