export const roleNames = ['owner', 'manager', 'moderator', 'host', 'accountant'] as const
export type RoleName = (typeof roleNames)[number]
