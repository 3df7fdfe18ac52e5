import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'

import { MARIEKE, SESSION } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'

/** Creates a procedure that fails. After `hold`, the test must release each call. */
function failingCalls() {
  const held: PromiseWithResolvers<void>[] = []
  let isHeld = false
  let isMended = false
  return {
    answer: async <Answer,>(answer: Answer): Promise<Answer> => {
      if (isHeld) {
        const call = Promise.withResolvers<void>()
        held.push(call)
        await call.promise
      }
      if (!isMended) throw new Refusal('NOT_FOUND')
      return answer
    },
    hold: () => {
      isHeld = true
    },
    asked: () => held.length,
    letGo: () => held.pop()?.resolve(),
    mend: () => {
      isMended = true
    },
  }
}

type Calls = ReturnType<typeof failingCalls>

const EMPTY = { items: [], next_cursor: null }
const CASES = [
  {
    where: 'a section',
    href: '/account/privacy',
    api: ({ answer }: Calls) => ({ safety: { blocks: () => answer(EMPTY) } }),
    text: 'Blocked people could not be loaded',
  },
  {
    where: 'the experts',
    href: '/dashboard',
    api: ({ answer }: Calls) => ({ profiles: { list: () => answer({ items: [MARIEKE], next_cursor: null }) } }),
    text: 'Failed to fetch profiles.',
  },
  {
    where: 'a guarded page',
    href: '/account/notifications',
    api: ({ answer }: Calls) => ({ auth: { session: () => answer(SESSION) } }),
    text: /./u,
  },
]

it.each(CASES)('$where: the error stays visible during a retry and disappears after an answer', async (failing) => {
  const { href, api, text } = failing
  const calls = failingCalls()
  await openApp(href, { api: api(calls) })
  const alert = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
  const retry = alert.getByRole('button', { name: 'Try again' })
  await expect.element(alert).toMatchTextContent(text)
  const shown = alert.element()
  let wasTakenAway = false
  const observer = new MutationObserver(() => {
    wasTakenAway ||= !shown.isConnected
  })
  observer.observe(document.body, { childList: true, subtree: true })
  calls.hold()
  for (const turn of [1, 2]) {
    retry.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(calls.asked, { message: `try ${turn}` }).toBe(1)
    await expect.element(retry).toHaveAttribute('aria-busy', 'true')
    await expect.element(retry).toHaveFocus()
    calls.letGo()
    await expect.element(retry).not.toHaveAttribute('aria-busy', 'true')
  }
  observer.disconnect()
  expect(wasTakenAway).toBe(false)
  await userEvent.keyboard('{Enter}')
  await expect.poll(calls.asked).toBe(1)
  calls.mend()
  calls.letGo()
  await expect.element(alert).not.toBeInTheDocument()
})
