import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import type { Sql } from '../database/test-database.ts'
import type { Client, Person } from './test-client.ts'

/** Inserts a role, like the server's command but without a log entry. */
export async function giveRole(sql: Sql['query'], { id }: Pick<Person, 'id'>, role: OperatorRole): Promise<void> {
  await sql('INSERT INTO operator_roles (user_id, role) VALUES ($1, $2)', [id, role])
}

/** Makes an operator. @param person by default a new person with a profile */
export async function makeOperator(
  { sql, profiled }: Pick<Client, 'profiled'> & { sql: Sql['query'] },
  role: OperatorRole,
  person?: Person,
): Promise<Person> {
  const operator = person ?? (await profiled())
  await giveRole(sql, operator, role)
  return operator
}
