import { expect, test } from 'vitest'
import { type Filter, showsHours } from './view.ts'

test.each<[search: string, show: Filter, edited: number, isShown: boolean]>([
  ['', 'all', 0, true],
  ['hours', 'all', 0, true],
  ['Opening', 'all', 0, true],
  ['closed', 'all', 0, true],
  ['timetable', 'all', 0, true],
  ['schedule', 'all', 0, true],
  ['sounds', 'all', 0, false],
  ['', 'edited', 0, false],
  ['', 'edited', 2, true],
  ['sounds', 'edited', 2, false],
  ['', 'differs', 2, false],
  ['', 'noEffect', 2, false],
])('%j, %s with %i edits of the hours: they are shown is %j', (search, show, edited, isShown) => {
  expect(showsHours({ search, show }, edited)).toBe(isShown)
})
