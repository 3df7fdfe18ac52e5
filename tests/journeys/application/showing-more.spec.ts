import type { Locator, Page, Request } from '@playwright/test'

import { LIMITS } from '@kundig/contract/limits'
import { expectNoViolations, HARDER_LOOK } from '@kundig/testing/browser/accessibility'
import { expect, type People, test } from '@kundig/testing/browser/people'
import type { Sql } from '@kundig/testing/database/test-database'

const WORDS = {
  en: { more: 'Show more', retry: 'Try again', added: '4 more are shown' },
  nl: { more: 'Meer tonen', retry: /^(?:Opnieuw proberen|Probeer opnieuw)$/u, added: 'Er worden er nog 4 getoond' },
} as const

interface Growing {
  /** Around the list, so that other lists of the page are none of it. */
  within: Locator
  /** How many its first page has. */
  first: number
  /** How many come after that. */
  rest: number
  /** The calls by which the rest comes. */
  calls: string
}

/** Has the next page fail, tries again, and has it: all by keys. */
async function showMore(page: Page, { within, first, rest, calls }: Growing, language: 'en' | 'nl'): Promise<void> {
  const words = WORDS[language]
  const entries = within.getByRole('list').first().locator(':scope > li')
  await expect(entries).toHaveCount(first)
  await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }))
  await within.getByRole('button', { name: words.more, exact: true }).press('Enter')
  const again = within.getByRole('button', { name: words.retry })
  await expect(again).toBeFocused({ timeout: 20_000 })
  await expect(within.getByRole('alert')).toBeVisible()
  await expect(entries).toHaveCount(first)
  await expectNoViolations(page)
  await page.unroute(calls)
  await page.keyboard.press('Enter')
  await expect(entries).toHaveCount(first + rest)
  const firstNew = entries.nth(first)
  await expect.poll(() => firstNew.evaluate((entry) => entry.contains(document.activeElement))).toBe(true)
  await expect(within.getByRole('status').filter({ hasText: words.added })).toHaveCount(1)
  await expect(within.getByRole('button', { name: words.more, exact: true })).toHaveCount(0)
  await expect(within.getByRole('alert')).toHaveCount(0)
  await expectNoViolations(page)
}

/** More requests between two people than a page of their history has. */
async function addRequests(sql: Sql, from: string, to: string): Promise<void> {
  await sql.query(
    `INSERT INTO connection_requests (sender_id, receiver_id, message, status)
     SELECT a.id, b.id, 'Request ' || n, 'rejected' FROM generate_series(1, $3::int) n, "user" a, "user" b
     WHERE a.email = $1 AND b.email = $2`,
    [from, to, LIMITS.historyPageSize + 4],
  )
}

for (const [name, look] of HARDER_LOOK) {
  test(`a further page that fails says so and keeps the focus, and one that comes has it and is announced (${name})`, async ({
    people,
    sql,
  }) => {
    const [ann, bob] = [await people.expert('Anna Vraagt', look), await people.expert('Bram Krijgt')]
    await addRequests(sql, ann.email, bob.email)
    await ann.page.goto('/dashboard?tab=requests')
    await showMore(
      ann.page,
      {
        within: ann.page.getByRole('main'),
        first: LIMITS.historyPageSize,
        rest: 4,
        calls: '**/rpc/connectionRequests/history*',
      },
      look.language ?? 'en',
    )
  })
}

const HISTORY = '**/rpc/connectionRequests/history*'

/** Whether a call for the history asks for a further page, not for the first, which has the news. */
const isFurther = (request: Request): boolean =>
  decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`).includes('cursor')

/** A history of more than a page. Its live connection is held; with its first word the page asks for its requests anew. */
async function openHistory(people: People, sql: Sql) {
  const [{ page, email }, bob] = [await people.expert('Anna Vraagt'), await people.expert('Bram Krijgt')]
  await addRequests(sql, email, bob.email)
  const live = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/live\//u, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => void live.promise.then(() => socket.send(message)))
  })
  await page.goto('/dashboard?tab=requests')
  const entries = page.getByRole('main').getByRole('list').first().locator(':scope > li')
  await expect(entries).toHaveCount(LIMITS.historyPageSize)
  const press = () => page.getByRole('button', { name: 'Show more', exact: true }).press('Enter')
  return { page, live, entries, press }
}

for (const first of ['the page', 'the news'] as const) {
  test(`a further page and news of the list that come at the same time both arrive, ${first} first`, async ({
    people,
    sql,
  }) => {
    const { page, live, entries, press } = await openHistory(people, sql)
    const asked: ('page' | 'news')[] = []
    const held: (() => Promise<void>)[] = []
    let cancelled = 0
    await page.route(HISTORY, (route, request) => {
      asked.push(isFurther(request) ? 'page' : 'news')
      // What was cancelled meanwhile has nobody to go to.
      held.push(() => route.continue().catch(() => undefined))
    })
    page.on('requestfailed', (request) => {
      if (request.url().includes('/connectionRequests/history')) cancelled++
    })
    if (first === 'the page') {
      await press()
      await expect.poll(() => asked).toEqual(['page'])
      live.resolve()
      await expect.poll(() => asked).toEqual(['page', 'news'])
    } else {
      live.resolve()
      await expect.poll(() => asked).toEqual(['news'])
      await press()
    }
    await expect
      .poll(async () => {
        await held.shift()?.()
        return entries.count()
      })
      .toBe(LIMITS.historyPageSize + 4)
    await expect(entries.nth(LIMITS.historyPageSize).getByRole('heading')).toBeFocused()
    expect(asked.filter((call) => call === 'news')).toHaveLength(1)
    expect(cancelled).toBe(first === 'the page' ? 1 : 0)
  })
}

test('a further page of a list that is out of reach fails in one go, whatever news comes meanwhile', async ({
  people,
  sql,
}) => {
  const { page, live, entries, press } = await openHistory(people, sql)
  let askedForNews = 0
  await page.route(HISTORY, (route, request) => {
    if (!isFurther(request)) askedForNews++
    return route.fulfill({ status: 500, json: {} })
  })
  await press()
  live.resolve()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  expect(askedForNews).toBeGreaterThan(0)
  await page.unroute(HISTORY)
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(entries).toHaveCount(LIMITS.historyPageSize + 4)
})

test(
  'the bell shows more and says when it cannot; it has the focus itself once there is no more',
  { tag: '@core' },
  async ({ people, sql }) => {
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
  },
)

/** More transactions than a page has, on a day of long ago; what came went again, so that the balance is what it was. */
const DAY = '2020-03-04'
const PAGE = 50
const BOOKED = `
  WITH moved AS (
    SELECT n, CASE n % 2 WHEN 0 THEN 'payment' ELSE 'payout' END AS kind, CASE n % 2 WHEN 0 THEN 'payments' ELSE 'bank' END AS account,
      CASE n % 2 WHEN 0 THEN 1000 ELSE -1000 END AS cents
    FROM generate_series(1, ${PAGE + 4}) n
  ), posted AS (
    INSERT INTO ledger_journals (stripe_balance_transaction, stripe_account, livemode, type, kind, balance_type, amount, fee, net, currency,
      created_at, available_on)
    SELECT 'txn_more_' || n, (SELECT stripe_account FROM stripe_platforms ORDER BY seen_at DESC LIMIT 1), false, kind, kind, 'payments',
      cents, 0, cents, 'eur', '${DAY}T12:00:00Z', '${DAY}T12:00:00Z'
    FROM moved RETURNING id, stripe_balance_transaction
  ) INSERT INTO ledger_lines (journal_id, line_no, account, amount)
    SELECT p.id, line.no, line.account, line.cents FROM posted p
    JOIN moved m ON 'txn_more_' || m.n = p.stripe_balance_transaction,
    LATERAL (VALUES (1, 'stripe_balance', m.cents), (2, m.account, -m.cents)) line (no, account, cents)`

test('the books of a day show more in the same way, and say when they cannot', async ({ people, sql }) => {
  await sql.query(BOOKED)
  const owner = await people.demo('owner')
  await owner.goto(`/operator/books?day=${DAY}`)
  const within = owner.getByRole('region', { name: /^Transactions of /u })
  await showMore(owner, { within, first: PAGE, rest: 4, calls: '**/rpc/operations/booksOfDay*' }, 'en')
})
