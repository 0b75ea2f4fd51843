import type { Goal } from './goal.ts'

/** Access for everybody. */
export const accessGoals: readonly Goal[] = [
  {
    id: 'A1',
    goal: 'WCAG 2.2 AA by machine',
    target:
      'axe tags wcag2a..wcag22aa on every page, dialog and error state, light and dark, 320 px and 1280 px: 0 violations, each "incomplete" judged in writing',
    commands: [],
  },
  {
    id: 'A2',
    goal: 'What axe cannot see',
    target:
      '12 tasks by keyboard alone; focus returns after every dialog; focus never hidden; targets ≥ 24 px; 400 % zoom no sideways scroll; every fault text of R1 in a live region; paste allowed for the token; reduced motion and forced colours',
    commands: [],
  },
]
