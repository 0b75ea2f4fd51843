/** How long a deletion that a person asked for can be undone before the first message is deleted, in milliseconds. The same on every page. */
export const undoMs = 6000
