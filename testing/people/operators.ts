import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import type { Sql } from '../database/test-database.ts'
import type { Client, Person } from './test-client.ts'

/** Gives somebody a role, as the command of whoever runs the server does, but without an entry of the log. */
export async function giveRole(sql: Sql['query'], { id }: Pick<Person, 'id'>, role: OperatorRole): Promise<void> {
  await sql('INSERT INTO operator_roles (user_id, role) VALUES ($1, $2)', [id, role])
}

/**
 * Somebody who runs the site.
 * @param person who it is to be; somebody new with a profile where nobody is named
 */
export async function makeOperator(
  { sql, profiled }: Pick<Client, 'profiled'> & { sql: Sql['query'] },
  role: OperatorRole,
  person?: Person,
): Promise<Person> {
  const operator = person ?? (await profiled())
  await giveRole(sql, operator, role)
  return operator
}
