/** The result of one check of `roomkeeper doctor`. */
export interface Check {
  name: 'settings' | 'versions' | 'server' | 'folder' | 'disk' | 'key' | 'database' | 'clock' | 'proxy' | 'tls' | 'upstream'
  facts: string[]
  findings: InstallationFinding[]
}

export interface InstallationFinding {
  text: string
  fix: string
}

export const checkOf = (name: Check['name'], facts: string[] = [], findings: InstallationFinding[] = []): Check => ({
  name,
  facts,
  findings,
})

/** Such as "1.5 GB". */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const index = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** index).toFixed(index === 0 ? 0 : 1)} ${units[index]}`
}
