import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is like this, known at the first drawing. */
export const useMedia = (query: string): boolean => useMediaQuery(query, undefined, { getInitialValueInEffect: false })

export const useIsPhone = () => useMedia('(max-width: 47.99em)')
