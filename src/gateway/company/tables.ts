import type { Kysely, Migration } from 'kysely'

export interface CompanyTables {
  company_identity: CompanyIdentityTable
}

/** Which account of a company a person signed in with first. */
interface CompanyIdentityTable {
  person_id: string
  /** The OpenID provider. */
  issuer: string
  /** The provider's own name of the account, which stays when its e-mail address changes, and is never given to anybody else. */
  subject: string
  /** The person's address at that time. When an Owner has changed it since, the row does not count any more. */
  email: string
}

export const companyIdentity: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('company_identity')
      .addColumn('person_id', 'text', (c) => c.notNull())
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('company_identity_key', ['person_id', 'issuer'])
      .execute()
    await db.schema.createIndex('company_identity_subject').on('company_identity').column('subject').execute()
  },
}
