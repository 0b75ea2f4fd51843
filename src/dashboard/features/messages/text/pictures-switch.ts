import { createStore } from '#dashboard/ui/store.ts'

const key = 'roomkeeper-pictures'

/** Whether pictures are shown without being asked for one by one. Off until somebody turns it on; remembered. */
export const showsPictures = createStore(localStorage.getItem(key) === 'yes')

export function showPictures(on: boolean) {
  localStorage.setItem(key, on ? 'yes' : 'no')
  showsPictures.set(on)
}
