import { randomUUID } from 'node:crypto'

import { everyOperator } from './every-operator.ts'
import { call, type RowOfGuarantee } from './permission-row.ts'

const SUSPENSION = { ground: 'rules', rule: 'Rule 1', facts: 'They sent the same to everybody', days: 1 }

export const PEOPLE_ROWS: readonly RowOfGuarantee[] = [
  {
    operation: 'find people',
    calls: 'GET /operations/people',
    attempt: call('GET', ({ bystander }) => `/api/operations/people?query=${bystander.id}`),
    expected: everyOperator('200'),
  },
  {
    operation: 'view an account',
    calls: 'POST /operations/people/{person_id}/look',
    attempt: call('POST', ({ bystander }) => `/api/operations/people/${bystander.id}/look`),
    expected: everyOperator('200'),
  },
  {
    operation: 'view an unknown account',
    calls: 'POST /operations/people/{person_id}/look',
    attempt: call('POST', `/api/operations/people/${randomUUID()}/look`),
    expected: everyOperator('404 PERSON_NOT_FOUND'),
  },
  {
    operation: 'lift an owner’s payment block',
    calls: 'POST /operations/people/{person_id}/payment-block/lift',
    attempt: call('POST', ({ people }) => `/api/operations/people/${people.owner.id}/payment-block/lift`),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '403 OWN_ACCOUNT' },
  },
  {
    operation: 'lift the payment block of a person without one',
    calls: 'POST /operations/people/{person_id}/payment-block/lift',
    attempt: call('POST', ({ bystander }) => `/api/operations/people/${bystander.id}/payment-block/lift`),
    expected: { ...everyOperator('409 PAYMENT_BLOCK_OVER'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'suspend an unknown person',
    calls: 'POST /operations/people/{person_id}/suspend',
    attempt: call('POST', `/api/operations/people/${randomUUID()}/suspend`, () => SUSPENSION),
    expected: { ...everyOperator('404 PERSON_NOT_FOUND'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'suspend an owner',
    calls: 'POST /operations/people/{person_id}/suspend',
    attempt: call(
      'POST',
      ({ people }) => `/api/operations/people/${people.owner.id}/suspend`,
      () => SUSPENSION,
    ),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '403 OWN_ACCOUNT' },
  },
]
