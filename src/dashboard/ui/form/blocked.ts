/** The props of a button that cannot be pressed. It can be reached, so that the reason is read. @param reasonId of the element that says why */
export const blocked = (reasonId: string) => ({ 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reasonId }) as const
