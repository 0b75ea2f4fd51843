import type { PageEntry } from './pages.ts'

/** Pages in the frame about one thing, which a list links to. */
export const detailPages: Record<'rule' | 'change', PageEntry & { path: string }> = {
  rule: {
    path: '/rules/:ruleId',
    title: 'Rule',
    right: 'rules.read',
    data: ['chats', 'plan'],
    module: 'features/rules/RulePage.tsx',
  },
  change: {
    path: '/changes/:changeId',
    title: 'Change',
    // The gateway shows a job to whoever may do the same. Who may turn presets on need not see all settings.
    right: 'signed-in',
    data: ['chats', 'catalogue', 'plan'],
    module: 'features/changes/ChangePage.tsx',
  },
}
