import { expect, it } from 'vitest'

import { useTestApp } from '@kundig/testing/server/use-test-app'

import { doRepeatedWork } from '../../src/platform/jobs/repeated-work.ts'

const app = useTestApp()

it('a buyer gets one mail about each expert whose review is still pending', async () => {
  const [buyer, silent] = [await app.profiled(), await app.profiled()]
  const experts = await Promise.all([app.profiled(), app.profiled(), app.profiled()])
  const [asked, reviewed, closed] = experts.map(({ id }) => id)
  await app.sql('UPDATE "user" SET email_verified = true')
  await app.must(silent, 'PATCH', '/api/notifications/settings', { mail: { payments: false } })
  await app.sql(
    `INSERT INTO review_rights (buyer_id, expert_id, payment_request_id, paid_at, dismissed_at)
     SELECT $1::uuid, expert, expert, now(), CASE WHEN expert = $3 THEN now() END FROM unnest($2::uuid[]) expert
     UNION ALL SELECT $4::uuid, $5::uuid, $5::uuid, now(), NULL`,
    [buyer.id, [asked, reviewed, closed], closed, silent.id, asked],
  )
  await app.sql('INSERT INTO reviews (buyer_id, expert_id, rating) VALUES ($1, $2, 5)', [buyer.id, reviewed])
  await app.sql('UPDATE review_rights SET mail_due_at = now()')
  await doRepeatedWork()
  expect(await app.sql('SELECT 1 FROM review_rights WHERE mail_due_at IS NOT NULL')).toEqual([])
  await expect
    .poll(() => app.sql(`SELECT recipient FROM local_mails WHERE subject LIKE 'How was it with %'`))
    .toEqual([{ recipient: buyer.email }])
})
