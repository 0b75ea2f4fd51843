import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/open.ts'
import { prepareService } from '#service/prepare.ts'
import { query } from '#service/testing/citus.ts'
import { databaseOn } from '#service/testing/databases.ts'
import type { Tables } from '#service/tables.ts'
import { migrateGatewayTables, type GatewayTables } from '../database/database.ts'

/**
 * A database with all tables and no rows on the PostgreSQL server of the tests (service/testing/postgres.ts). Tests copy it, which takes a fifth of the
 * time of the migrations. Not on Citus, whose extension and workers belong to each database.
 */

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const { postgresUrl: server, hasCitus } = project.getProvidedContext()
  project.provide('postgresTemplate', null)
  if (!server || hasCitus) return
  const name = `roomkeeper_template_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name}`)
  // On a busy machine some of its statements take longer than any of a request may.
  const database = openDatabase<Tables & GatewayTables>({ url: databaseOn(server, name) }, { hasTimeLimits: false })
  await prepareService(database)
  await migrateGatewayTables(database.query)
  // PostgreSQL copies no database that somebody is connected to.
  await database.close()
  project.provide('postgresTemplate', name)
  return () => query(server, `drop database ${name} with (force)`).then(() => {})
}
