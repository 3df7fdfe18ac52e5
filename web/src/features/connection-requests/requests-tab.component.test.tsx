import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import { createRequest, LONG_NAMED, MARIEKE, READER, ROOM } from '../../../development/gallery/gallery-data.ts'
import type { ProcedureAnswers } from '../../../test/component/fake-api.ts'
import { fakeLive } from '../../../test/component/fake-live.ts'
import { openLiveApp } from '../../../test/component/open-live.tsx'

const FIRST = createRequest(1)
const SECOND = createRequest(2, { sender_id: LONG_NAMED.id, counterpart: LONG_NAMED, created_at: FIRST.updated_at })

const toYou = page.getByRole('heading', { name: 'Questions to you' })
const history = page.getByRole('heading', { name: 'History' })
const more = page.getByRole('button', { name: `More about ${MARIEKE.full_name}` })
const requestBy = (name: string) => page.getByRole('article', { name })

function openRequests(items: ConnectionRequest[], rest: ProcedureAnswers['connectionRequests'] = {}) {
  const connectionRequests = { pending: () => ({ items, total: items.length }), ...rest }
  return openLiveApp('/dashboard?tab=requests', { rooms: [ROOM], api: { connectionRequests } })
}

it('leads a person without requests to the experts', async () => {
  await openRequests([])
  await expect.element(page.getByText('No new questions')).toBeVisible()
  await page.getByRole('link', { name: 'Explore experts' }).click()
  await expect.element(page.getByRole('tab', { name: 'Explore' })).toHaveAttribute('aria-selected', 'true')
})

it('hides the history until the height of the requests above it is known', async () => {
  const answer = Promise.withResolvers<{ items: ConnectionRequest[]; total: number }>()
  const { queryClient } = await openRequests([], { pending: () => answer.promise })
  await expect.element(toYou).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(1)
  await expect.element(history).not.toBeInTheDocument()
  answer.resolve({ items: [FIRST], total: 1 })
  await expect.element(requestBy(MARIEKE.full_name)).toBeVisible()
  await expect.element(history).toBeVisible()
})

it('moves a sent request from the top of the page to the history after its withdrawal', async () => {
  const own = { ...SECOND, sender_id: READER.id, receiver_id: LONG_NAMED.id }
  const rejected = { ...FIRST, status: 'rejected' as const }
  const gone = { ...own, status: 'rejected' as const, withdrawn: true, ended_by: 'withdrawn' as const }
  await openRequests([], {
    waiting: () => ({ items: [own] }),
    history: () => ({ items: [own, rejected], next_cursor: null }),
    withdraw: () => gone,
  })
  const headings = page.getByRole('heading', { level: 2 })
  await expect.element(history).toBeVisible()
  expect(headings.elements().map(({ textContent }) => textContent)).toEqual([
    'Your questions',
    'Questions to you',
    'History',
  ])
  const asked = page.getByText(`You asked ${LONG_NAMED.full_name}`)
  expect(asked.elements()).toHaveLength(1)
  await page.getByRole('button', { name: `Withdraw the question to ${LONG_NAMED.full_name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect.element(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  expect(asked.elements()).toHaveLength(1)
  await expect.element(page.getByRole('heading', { name: 'Your questions' })).not.toBeInTheDocument()
  await expect.element(toYou).toHaveFocus()
})

it('rejects by keyboard with a reason, which the sender reads', async () => {
  const reject = vi.fn<(input: object) => ConnectionRequest>(() => ({
    ...FIRST,
    status: 'rejected',
    rejection_reason: 'not_my_field',
  }))
  await openRequests([FIRST], { reject })
  await expect.element(more).toBeVisible()
  more.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Reject: no time right now' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByText('No new questions')).toBeVisible()
  expect(reject).toHaveBeenCalledWith({ id: FIRST.id, reason: 'not_my_field' })

  fakeLive.emit('request.decided', {
    ...SECOND,
    sender_id: READER.id,
    receiver_id: LONG_NAMED.id,
    status: 'rejected',
    rejection_reason: 'not_my_field',
  })
  await expect.element(page.getByText(`${LONG_NAMED.full_name} says this is not their field`)).toBeVisible()
})

it('expands a long introduction in the history by keyboard; a short introduction has no button', async () => {
  const long = { ...FIRST, message: `${'A long story about a boat. '.repeat(30)}\n\nThe end of it.` }
  await openRequests([long, { ...SECOND, message: 'A short one' }], {
    reject: ({ id }) => ({ ...(id === long.id ? long : SECOND), status: 'rejected' }),
  })
  await requestBy(MARIEKE.full_name).getByRole('button', { name: 'Reject' }).click()
  await requestBy(LONG_NAMED.full_name).getByRole('button', { name: 'Reject' }).click()
  const row = page.getByRole('listitem').filter({ hasText: `${MARIEKE.full_name} asked you` })
  const text = row.getByText('A long story about a boat.', { exact: false })
  const height = (): number => text.element().getBoundingClientRect().height
  const showAll = row.getByRole('button', { name: `Show all: Introduction by ${MARIEKE.full_name}` })
  const showLess = row.getByRole('button', { name: `Show less: Introduction by ${MARIEKE.full_name}` })
  await expect.element(showAll).toBeVisible()
  const cut = height()
  showAll.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(height).toBeGreaterThan(cut * 2)
  await expect.element(showLess).toHaveFocus()
  await expect.element(showLess).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(height).toBe(cut)
  const short = page.getByRole('listitem').filter({ hasText: `${LONG_NAMED.full_name} asked you` })
  await expect.element(short.getByText('Rejected')).toBeVisible()
  await expect.element(short.getByRole('button', { name: /^Show/u })).not.toBeInTheDocument()
})

it('ignores a click just after a new request has moved the others down', async () => {
  const accept = vi.fn<() => { request: ConnectionRequest; room: typeof ROOM }>(() => ({
    request: { ...SECOND, status: 'accepted', room_id: ROOM.id },
    room: ROOM,
  }))
  const pending = [FIRST]
  const { queryClient } = await openRequests(pending, { accept })
  await expect.element(requestBy(MARIEKE.full_name)).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  const now = vi.spyOn(performance, 'now')
  // Stops the clock while the list changes.
  now.mockReturnValue(performance.now())
  pending.unshift(SECOND)
  fakeLive.emit('request.created', SECOND)
  const button = requestBy(SECOND.counterpart.full_name).getByRole('button', { name: 'Accept' })
  await button.click()
  expect(button.element()).not.toHaveAttribute('aria-busy', 'true')
  const late = performance.now() + 500
  now.mockReturnValue(late)
  expect(accept).not.toHaveBeenCalled()
  await button.click()
  now.mockRestore()
  await expect.element(page.getByRole('region', { name: `Chat with ${MARIEKE.full_name}` })).toBeVisible()
  expect(accept).toHaveBeenCalledOnce()
})

it('focuses the heading when a request disappears because its sender was blocked', async () => {
  const items = [FIRST]
  await openLiveApp('/dashboard?tab=requests', {
    rooms: [ROOM],
    api: {
      connectionRequests: { pending: () => ({ items, total: items.length }) },
      safety: {
        block: () => {
          items.length = 0
          fakeLive.emit('request.decided', { ...FIRST, status: 'rejected' })
          return { person_id: MARIEKE.id, person: null, created_at: FIRST.created_at }
        },
      },
    },
  })
  await more.click()
  await page.getByRole('menuitem', { name: /^Block/u }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect.element(requestBy(MARIEKE.full_name)).not.toBeInTheDocument()
  await expect.element(toYou).toHaveFocus()
})
