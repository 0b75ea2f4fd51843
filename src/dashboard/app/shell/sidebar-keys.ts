/** The storage keys. There are two, because a sidebar that is expanded on a wide screen may take too much space in a narrow window. */
export const sidebarKeys = { wide: 'roomkeeper-sidebar-collapsed', narrow: 'roomkeeper-sidebar-collapsed-narrow' }
