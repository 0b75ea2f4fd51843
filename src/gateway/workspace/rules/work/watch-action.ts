import type { PlannedAction } from '../../../worker/task.ts'

/**
 * The work of rules: one action per workspace, which reads the chats whose turn it is and deletes what is due. It plans itself again as long as a rule
 * runs or something is held; whoever starts a rule, or decides that something is deleted, plans it for now.
 */
export const rulesWatch = (workspace: string, due: number): PlannedAction => ({
  workspace,
  kind: 'rules',
  key: 'watch',
  due,
  title: 'Watch chats for rules',
  note: '',
  chatIds: [],
  data: '',
})
