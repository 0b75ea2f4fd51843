import type { Goal } from './goal.ts'

/** Access for everybody. */
export const accessGoals: readonly Goal[] = [
  {
    id: 'A1',
    goal: 'WCAG 2.2 AA, checked automatically',
    target:
      'axe tags wcag2a..wcag22aa on every page, dialog and error state, light and dark, 320 px and 1280 px: 0 violations, each "incomplete" judged in writing',
    commands: ['npx playwright test --project=proof specs/access'],
    control:
      'A red menu item with a contrast of 3.26:1 in the dark scheme (a real defect, fixed since), and a scrolling list that Tab could not reach: both failed',
  },
  {
    id: 'A2',
    goal: 'What axe cannot see',
    target:
      '12 tasks by keyboard alone; focus returns after every dialog; focus never hidden; targets ≥ 24 px; 400 % zoom without horizontal scrolling; every fault text of R1 in a live region; paste allowed for the token; reduced motion and forced colours',
    commands: ['npx playwright test --project=proof specs/access', 'npx playwright test --project=proof specs/keyboard'],
    control:
      'The list of authors did not return the focus (fixed since): failed. Bars, and the marks of the current page and of selected filters, vanished in forced colours (fixed since): failed on the first page',
  },
]
