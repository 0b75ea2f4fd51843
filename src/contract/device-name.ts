/** In this order: most browsers also name those that they descend from. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: typeof browsers, agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1]

/** Browser and system as far as a user agent tells, such as "Firefox on Linux". @param unknown where it tells neither */
export function deviceName(agent: string, unknown = 'Unknown device'): string {
  const browser = nameIn(browsers, agent)
  const system = nameIn(systems, agent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? unknown
}
