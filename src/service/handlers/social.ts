import type { Handler } from '../handler.ts'
import { rowsWith, update } from '#db/rows.ts'

export const socialRead: Handler<'socialRead'> = async (_input, { database, account }) => {
  const row = await rowsWith(database.query, 'account', { id: account })
    .select(['social', 'network_one_link', 'network_two_name'])
    .executeTakeFirstOrThrow()
  return {
    status: true,
    data: { social: row.social === 1, networkOneLink: row.network_one_link, networkTwoName: row.network_two_name },
  }
}

export const socialUpdate: Handler<'socialUpdate'> = async ({ body }, { database, account }) => {
  const changed = {
    social: body.social ? 1 : 0,
    ...(body.networkOneLink !== undefined && { network_one_link: body.networkOneLink }),
    ...(body.networkTwoName !== undefined && { network_two_name: body.networkTwoName }),
  }
  await update(database.query, 'account', { id: account }, changed)
  return { status: true }
}
