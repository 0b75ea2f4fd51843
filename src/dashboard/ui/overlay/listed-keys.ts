import { useLayoutEffect } from 'react'

export interface ListedKey {
  key: string
  label: string
}

let listed: readonly ListedKey[] = []
export const listedKeys = () => listed

/** Lists keys that a part of the page handles itself, such as a grid while it has the focus. @param keys the same array in every render */
export function useListedKeys(keys: readonly ListedKey[]) {
  useLayoutEffect(() => {
    listed = [...listed, ...keys]
    return () => void (listed = listed.filter((one) => !keys.includes(one)))
  }, [keys])
}
