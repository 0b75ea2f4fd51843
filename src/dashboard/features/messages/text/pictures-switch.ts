import { createStore } from '#dashboard/ui/store.ts'

const key = 'roomkeeper-pictures'

/** Whether pictures are always shown. Off by default; stored in this browser. */
export const showsPictures = createStore(localStorage.getItem(key) === 'yes')

export function showPictures(on: boolean) {
  localStorage.setItem(key, on ? 'yes' : 'no')
  showsPictures.set(on)
}
