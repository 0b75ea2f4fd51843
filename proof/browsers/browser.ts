/** What a test asks of a browser, whichever engine it has. person.ts does with it what people do. */
export interface Browser {
  /** Resolves once the page has loaded. */
  goTo: (url: string) => Promise<void>
  /** Runs the text of a function in the page. Resolves to what it returns, as JSON carries it; rejects with what it throws. */
  run: <T>(script: string) => Promise<T>
  /** Input of devices, in the form of the W3C WebDriver standard, which WebDriver BiDi shares. */
  perform: (devices: readonly InputDevice[]) => Promise<void>
  /** Of the page, in pixels. */
  resize: (width: number, height: number) => Promise<void>
  /** A PNG in base64. */
  picture: () => Promise<string>
  /** Errors of the console, uncaught errors and policy violations since the last call. */
  problems: () => Promise<string[]>
  /** The folder for downloads. */
  downloads: string
  close: () => Promise<void>
}

export interface InputDevice {
  type: 'key' | 'pointer'
  id: string
  parameters?: { pointerType: 'mouse' }
  actions: readonly object[]
}

export type Scheme = 'light' | 'dark'

export interface Engine {
  name: 'firefox' | 'webkit'
  /** What to install on Debian. */
  packages: readonly string[]
  isInstalled: () => boolean
  /** @param folder an empty one for its profile and its downloads */
  open: (folder: string, scheme: Scheme) => Promise<Browser>
}
