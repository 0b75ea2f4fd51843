import type { Message } from '#contract/messages.ts'

/** Identifies an author by id and name. A guest has no id and is identified by the name alone. */
export const authorKey = ({ userId, userName }: Pick<Message, 'userId' | 'userName'>): string => `${userId ?? ''}:${userName}`
