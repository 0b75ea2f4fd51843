/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The base URL of a service, for a page that is hosted without the gateway. */
  readonly VITE_CHAT_API_URL?: string
}
