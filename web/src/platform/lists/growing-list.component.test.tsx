import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'
import { LIMITS } from '@kundig/contract/limits'
import type { Journal } from '@kundig/contract/operations/books.contract'
import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { createRequest, SESSION } from '../../../development/gallery/gallery-data.ts'
import type { ProcedureAnswers } from '../../../test/component/fake-api.ts'
import { mountPart } from '../../../test/component/mount.tsx'
import { expectNoAxeViolations } from '../../../test/component/violations.ts'
import { historyQuery } from '../../features/connection-requests/history.queries.ts'
import { RequestHistory } from '../../features/connection-requests/history/request-history.tsx'
import { BooksDay } from '../../features/operations/books/books-day.tsx'

type Cursor = string | undefined

const FIRST = LIMITS.historyPageSize
const REST = 4
const WORDS = { more: /^(?:Show more|Meer tonen)$/u, retry: /^(?:Try again|Opnieuw proberen|Probeer opnieuw)$/u }

const more = page.getByRole('button', { name: WORDS.more })
const retry = page.getByRole('button', { name: WORDS.retry })
const alert = page.getByRole('alert')
const entries = (): Element[] => Array.from(document.querySelectorAll('main ul > li'))
const firstNew = (): Element | undefined => entries()[FIRST]
const press = async (button: typeof more): Promise<void> => {
  button.element().focus()
  await userEvent.keyboard('{Enter}')
}

const inPages = <Entry,>(entry: (number: number) => Entry, cursor: Cursor) =>
  cursor === undefined
    ? { items: Array.from({ length: FIRST }, (_, number) => entry(number)), next_cursor: 'next' }
    : { items: Array.from({ length: REST }, (_, number) => entry(FIRST + number)), next_cursor: null }

const decided = (number: number) => createRequest(number, { status: 'rejected' })
const journal = (number: number): Journal => ({
  transaction: `txn_${number}`,
  type: 'payment',
  kind: 'payment',
  source: null,
  payment_id: null,
  net: 1000,
  currency: 'eur',
  created_at: '2020-03-04T12:00:00.000Z',
  lines: [],
})

const LISTS = [
  {
    list: 'the requests',
    part: <RequestHistory />,
    answers: (check: (cursor: Cursor) => void): ProcedureAnswers => ({
      auth: { session: () => SESSION },
      connectionRequests: {
        history: ({ cursor }) => {
          check(cursor)
          return inPages(decided, cursor)
        },
      },
    }),
  },
  {
    list: 'the books of a day',
    part: <BooksDay day="2020-03-04" closePath="/operator/books" paymentPath={(id) => `/operator/payments/${id}`} />,
    answers: (check: (cursor: Cursor) => void): ProcedureAnswers => ({
      operations: {
        booksOfDay: ({ cursor }) => {
          check(cursor)
          return inPages(journal, cursor)
        },
      },
    }),
  },
]

describe.each(LISTS)('the next page of $list', ({ part, answers }) => {
  it.each(APPEARANCES)(
    'a failed page leaves the focus unchanged; a loaded page is focused and announced (%s)',
    async (_name, appearance) => {
      let isFailing = true
      const api = answers((cursor) => {
        if (cursor !== undefined && isFailing) throw new Refusal('INVALID_INPUT')
      })
      await mountPart(part, { ...appearance, api })
      await expect.poll(entries).toHaveLength(FIRST)
      await press(more)
      await expect.element(retry).toHaveFocus()
      await expect.element(alert).toBeVisible()
      expect(entries()).toHaveLength(FIRST)
      await expectNoAxeViolations()
      isFailing = false
      await userEvent.keyboard('{Enter}')
      await expect.poll(entries).toHaveLength(FIRST + REST)
      await expect.poll(() => firstNew()?.contains(document.activeElement)).toBe(true)
      await expect
        .element(page.getByRole('status').filter({ hasText: /^(?:4 more shown|4 extra getoond)$/u }))
        .toBeInTheDocument()
      await expect.element(more).not.toBeInTheDocument()
      await expect.element(alert).not.toBeInTheDocument()
      await expectNoAxeViolations()
    },
  )
})

/** Opens the request history. After a call of `hold`, each fetch waits until the test releases it, in order. */
async function openHistory() {
  const asked: ('page' | 'news')[] = []
  const held: PromiseWithResolvers<void>[] = []
  let isHeld = false
  let isFailing = false
  const { queryClient } = await mountPart(<RequestHistory />, {
    api: {
      auth: { session: () => SESSION },
      connectionRequests: {
        history: async ({ cursor }) => {
          asked.push(cursor === undefined ? 'news' : 'page')
          if (isHeld) {
            const call = Promise.withResolvers<void>()
            held.push(call)
            await call.promise
          }
          if (isFailing) throw new Refusal('INVALID_INPUT')
          return inPages(decided, cursor)
        },
      },
    },
  })
  await expect.poll(entries).toHaveLength(FIRST)
  asked.length = 0
  return {
    asked,
    hold: () => {
      isHeld = true
    },
    letOneGo: () => held.shift()?.resolve(),
    fail: (fails: boolean) => {
      isFailing = fails
    },
    bringNews: () => void queryClient.invalidateQueries({ queryKey: historyQuery.queryKey }),
  }
}

describe('the next page during changes of the list', () => {
  it.each([
    // A change of the list cancels the page that is loading. The page is then requested again.
    { first: 'page', calls: ['page', 'news', 'page'] },
    { first: 'news', calls: ['news', 'page'] },
  ])('the next page and new entries both load when the $first is requested first', async ({ first, calls }) => {
    const { asked, hold, letOneGo, bringNews } = await openHistory()
    const begin = { page: () => press(more), news: bringNews }
    const order = first === 'page' ? [begin.page, begin.news] : [begin.news, begin.page]
    hold()
    await order[0]?.()
    await expect.poll(() => asked).toEqual([first])
    await order[1]?.()
    await expect
      .poll(() => {
        letOneGo()
        return entries()
      })
      .toHaveLength(FIRST + REST)
    await expect.poll(() => firstNew() === document.activeElement).toBe(true)
    expect(asked).toEqual(calls)
  })

  it('shows one error when the list cannot be loaded', async () => {
    const { asked, fail, bringNews } = await openHistory()
    fail(true)
    await press(more)
    bringNews()
    await expect.poll(() => asked).toContain('news')
    await expect.element(alert).toBeVisible()
    fail(false)
    await press(retry)
    await expect.poll(entries).toHaveLength(FIRST + REST)
  })
})
