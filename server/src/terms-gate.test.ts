import { expect, it } from 'vitest'

import { contract } from '@kundig/contract/contract'

import { NEEDS_TERMS } from './terms-gate.ts'

/** Features and procedures that need no accepted terms: reading, ending, objecting and safety. */
const FREE = [
  /^(?:auth|notifications|operations|safety|waitingList)\./u,
  /^appointments\.end$/u,
  /^chat\.(?:resume|read|active|changePrivacy|close|deleteMessage)$/u,
  // Visitors accept the terms by asking a question.
  /^connectionRequests\.(?:ask|reject|withdraw)$/u,
  /^reviews\.dismiss$/u,
  /^payments\.(?:refreshAccount|dashboard|makeDefaultCard|removeCard|decline|withdraw|updateStatus)$/u,
  // Refunds are never blocked.
  /^payments\.(?:refund|requestRefund|withdrawRefundRequest|declineRefundRequest)$/u,
]

it('each procedure that changes something requires accepted terms, or is a listed exception', () => {
  const writing = Object.entries(contract).flatMap(([feature, procedures]) =>
    Object.entries<{ '~orpc': { route: { method?: string } } }>(procedures)
      .filter(([, procedure]) => procedure['~orpc'].route.method !== 'GET')
      .map(([name]) => `${feature}.${name}`),
  )
  const free = writing.filter((name) => FREE.some((pattern) => pattern.test(name)))
  expect([...free, ...NEEDS_TERMS].toSorted()).toEqual(writing.toSorted())
})
