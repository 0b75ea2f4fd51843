import type { PlannedAction } from '#gateway/worker/task.ts'

/**
 * The planned action for the rules of a workspace, which runs one round (round.ts). It plans itself again as long as a rule runs or something is held;
 * starting a rule, or deciding to delete a message, plans it for now.
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
