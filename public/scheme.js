// Before the first paint, so that a dark page never flashes white. Mantine takes over from here with the same key and attribute.
try {
  const kept = localStorage.getItem('mantine-color-scheme-value')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  document.documentElement.style.backgroundColor = dark ? '#121619' : '#ffffff'
} catch {
  // Storage is switched off: the system's scheme is used.
}
