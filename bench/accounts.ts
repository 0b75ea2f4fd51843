import { defaults, type Settings } from '#contract/settings-derive.ts'
import { addAccount, withDatabase } from '../proof/data.ts'

export interface Account {
  chats: number
  token: string
  chatId: number
}

/**
 * Accounts with so many chats of one message each. Some chats have the states that are shown as badges.
 * @param others further settings of a chat
 */
export const prepareAccounts = (folder: string, sizes: readonly number[], others?: (index: number) => Partial<Settings>) =>
  withDatabase({ folder }, async (database): Promise<Account[]> => {
    const accounts: Account[] = []
    for (const chats of sizes) {
      const ones = Array.from({ length: chats }, () => 1)
      const { token, chatIds } = await addAccount(database, ones, { rooms: 5000 })
      for (const [index, id] of chatIds.entries()) {
        const states = { offline: index % 7 === 0, forceSDKLogin: index % 11 === 0, monetizeLogin: index % 13 === 0 }
        const name = `${['Café', 'Garden', 'Wieża'][index % 3]} ${index}`
        const settings = JSON.stringify({ ...defaults, ...states, ...others?.(index), name })
        await database.query.updateTable('chat').set({ settings }).where('id', '=', id).execute()
      }
      accounts.push({ chats, token, chatId: chatIds[0] ?? 0 })
    }
    return accounts
  })
