import type { Api } from './api.ts'
import type { ReadName } from './client.ts'
import type { Input } from './endpoint.ts'

const read = <K extends ReadName>(name: K, input: Input<Api[K]>) => [name, input] as const

/**
 * The reads of the API that pages need before they are rendered: for each name in the registry of pages, the endpoint and its input. The dashboard's
 * routes wait for them, and the gateway puts their answers into the HTML of the page.
 */
export const pageReads = {
  account: () => read('accountRead', {}),
  /** For pages that do not need the account themselves but have a frame that does. It may fail, the others are required. */
  plan: () => read('accountRead', {}),
  chats: () => read('chatList', {}),
  chat: (chatId: number) => read('chatRead', { params: { chatId } }),
  polls: (chatId: number) => read('pollList', { params: { chatId } }),
  social: () => read('socialRead', {}),
}

/** The data that a page can need before it is rendered. The catalogue is a file beside the page and no endpoint. */
export type PageData = keyof typeof pageReads | 'catalogue'
