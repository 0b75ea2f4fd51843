// Before the first paint, so that a dark page never flashes white. Mantine takes over from here with the same key and attribute.
try {
  const kept = localStorage.getItem('mantine-color-scheme-value')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  document.documentElement.style.backgroundColor = dark ? '#121619' : '#ffffff'
  // The skeleton has the same width as the sidebar that replaces it: src/dashboard/app/shell/use-sidebar-collapsed.ts.
  const narrow = matchMedia('(max-width: 74.99em)').matches
  const collapsed = localStorage.getItem('roomkeeper-sidebar-collapsed' + (narrow ? '-narrow' : ''))
  if (collapsed === null ? narrow : collapsed === 'yes') document.documentElement.dataset.sidebar = 'collapsed'
} catch {
  // Storage is switched off: the system's scheme is used.
}
