import { createStore } from '../store.ts'

/** Whether the tray is only a line. A phone has no room for more until somebody asks for it. */
const small = createStore(matchMedia('(max-width: 47.99em)').matches)

export const useSmallTray = (): [boolean, (small: boolean) => void] => [small.use(), small.set]
