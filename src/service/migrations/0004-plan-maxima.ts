import { sql, type Kysely, type Migration } from 'kysely'

/** Accounts used to be made without maxima. They get what a new account gets, and room for every chat that they have. */
export const planMaxima: Migration = {
  async up(db: Kysely<unknown>) {
    const liveChats = sql`(select count(*) from chat where account_id = account.id and deleted is null)`
    await sql`update account set plan_rooms = case when ${liveChats} > 1000 then ${liveChats} else 1000 end where plan_rooms is null`.execute(
      db,
    )
    await sql`update account set plan_admins = 100 where plan_admins is null`.execute(db)
    await sql`update account set plan_users = 10000 where plan_users is null`.execute(db)
    await sql`update account set plan_keywords = 1000 where plan_keywords is null`.execute(db)
  },
}
