/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The base address of a service, for a page that is hosted without the gateway. */
  readonly VITE_CHAT_API_URL?: string
}
