import type { Request } from '@playwright/test'

import { LIMITS } from '@kundig/contract/limits'
import { expect, test } from '@kundig/testing/browser/people'

const isFurther = (request: Request): boolean =>
  decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`).includes('cursor')

test('the bell shows more entries, reports failures, and takes the focus when there are no more', async ({
  people,
  sql,
}) => {
  const { page, email } = await people.expert('Anna Vraagt')
  await sql.query(
    `INSERT INTO notifications (id, user_id, kind, subject_id, actor_id, created_at)
     SELECT uuidv7(), id, 'request_rejected', uuidv7(), id, now() FROM "user", generate_series(1, $2::int) WHERE email = $1`,
    [email, LIMITS.historyPageSize + 4],
  )
  await page.goto('/account')
  await page.getByRole('button', { name: /^Notifications/u }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByRole('listitem')).toHaveCount(LIMITS.historyPageSize)
  await page.route('**/rpc/notifications/list*', (route, request) =>
    isFurther(request) ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await bell.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(bell.getByRole('alert')).toHaveText('More notifications could not be loaded.')
  await page.unroute('**/rpc/notifications/list*')
  await bell.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(bell.getByRole('listitem')).toHaveCount(LIMITS.historyPageSize + 4)
  await expect(bell).toBeFocused()
})
