import { outcome } from '../people/outcome.ts'
import { call, type Expected, type PermissionRow, type RowOfGuarantee, rowsOf } from './permission-row.ts'
import type { PermissionScene } from './permission-scene.ts'
import { askForRefund } from './refund-permissions.ts'

const UNKNOWN = '404 NOT_FOUND'

const SUSPENSION = { ground: 'rules', rule: 'Rule 1', facts: 'They sent the same to everybody', days: 1 }

/** Every operator, whatever their role. */
const everyOperator = (answer: string): Expected => ({
  viewer: answer,
  moderator: answer,
  owner: answer,
  anonymous: UNKNOWN,
  everyoneElse: UNKNOWN,
})

/** Changes the role of somebody, and puts back what everybody had. */
const changeRole =
  (body: (scene: PermissionScene) => object): PermissionRow['attempt'] =>
  async (scene, who) => {
    const came = await call('PUT', '/api/operations/operators', body)(scene, who)
    const { viewer, moderator, owner } = scene.people
    await scene.sql('DELETE FROM operator_roles')
    await scene.sql(
      `INSERT INTO operator_roles (user_id, role) VALUES ($1, 'viewer'), ($2, 'moderator'), ($3, 'owner')`,
      [viewer.id, moderator.id, owner.id],
    )
    return came
  }

/** What whoever runs the site does there. To everybody else, whatever they send, none of it is there. */
const ROWS: readonly RowOfGuarantee[] = [
  {
    operation: 'read their own role',
    calls: 'GET /operations/me',
    attempt: async (scene, who) => {
      const answer = await scene.site.api<{ role: string }>(who, 'GET', '/api/operations/me')
      return answer.status === 200 ? answer.body.role : outcome(answer)
    },
    expected: {
      viewer: 'viewer',
      moderator: 'moderator',
      owner: 'owner',
      anonymous: UNKNOWN,
      everyoneElse: UNKNOWN,
    },
  },
  {
    operation: 'read who runs the site',
    calls: 'GET /operations/operators',
    attempt: call('GET', '/api/operations/operators'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read what operators did',
    calls: 'GET /operations/audit-log',
    attempt: call('GET', '/api/operations/audit-log'),
    expected: everyOperator('200'),
  },
  {
    operation: 'give somebody a role',
    calls: 'PUT /operations/operators',
    attempt: changeRole(({ people }) => ({ email: people.viewer.email, role: null })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '200' },
  },
  {
    operation: 'give somebody a role that there is not',
    calls: 'PUT /operations/operators',
    attempt: changeRole(({ people }) => ({ email: people.viewer.email, role: 'emperor' })),
    expected: everyOperator('400 INVALID_INPUT'),
  },
  {
    operation: 'give a role to an address that nobody has confirmed',
    calls: 'PUT /operations/operators',
    attempt: async (scene, who) => {
      const { id, email } = scene.people.newcomer
      await scene.sql('UPDATE "user" SET email_verified = false WHERE id = $1', [id])
      return changeRole(() => ({ email, role: 'owner' }))(scene, who)
    },
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 ACCOUNT_NOT_CONFIRMED' },
  },
  {
    operation: 'take the role of the only owner away',
    calls: 'PUT /operations/operators',
    attempt: changeRole(({ people }) => ({ email: people.owner.email, role: null })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 LAST_OWNER' },
  },
]

export const operationsPermissions: readonly PermissionRow[] = rowsOf(
  null,
  ROWS.map((row) => ({ ...row, isForOperators: true })),
)
