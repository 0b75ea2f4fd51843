import type { Goal } from './goal.ts'

/** Access for everybody. */
export const accessGoals: readonly Goal[] = [
  {
    id: 'A1',
    goal: 'WCAG 2.2 AA by machine',
    target:
      'axe tags wcag2a..wcag22aa on every page, dialog and error state, light and dark, 320 px and 1280 px: 0 violations, each "incomplete" judged in writing',
    commands: ['npx playwright test --project=proof specs/access'],
    control:
      'A red item of a menu that had in the dark 3.26:1 (it was one, and is mended), and a list that scrolled without being a stop of Tab: both red',
  },
  {
    id: 'A2',
    goal: 'What axe cannot see',
    target:
      '12 tasks by keyboard alone; focus returns after every dialog; focus never hidden; targets ≥ 24 px; 400 % zoom no sideways scroll; every fault text of R1 in a live region; paste allowed for the token; reduced motion and forced colours',
    commands: ['npx playwright test --project=proof specs/access', 'npx playwright test --project=proof specs/keyboard'],
    control:
      'The list of authors did not give the focus back (it is mended): red. Bars, and the marks of the current page and of chosen filters, vanished in forced colours (mended): red on the first page',
  },
]
