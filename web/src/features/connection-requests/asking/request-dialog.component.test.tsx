import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Session } from '@kundig/contract/auth/auth.contract'
import type { Room } from '@kundig/contract/chat/chat.contract'
import type { RequestAllowance, OpenContacts } from '@kundig/contract/connection-requests/connection-requests.contract'

import { createRequest, MARIEKE, READER, ROOM, SESSION } from '../../../../development/gallery/gallery-data.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { type AppOptions, openApp } from '../../../../test/component/open-app.tsx'
import { openLiveApp } from '../../../../test/component/open-live.tsx'

const NAME = MARIEKE.full_name
const FREE: RequestAllowance = { left_today: 5, daily: 5, next_at: null, left_open: 10, open_max: 10, again: null }
const SENT = createRequest(1, { sender_id: READER.id, receiver_id: MARIEKE.id, message: 'Do you mend clocks?' })
const WAITING: OpenContacts = { items: [SENT] }
const LATER = '2099-01-02T09:30:00.000Z'

const dialog = page.getByRole('dialog')
const send = page.getByRole('button', { name: `Send Request to ${NAME}` })
const sent = page.getByRole('button', { name: `Request sent: ${NAME}` })
const openChat = page.getByRole('link', { name: `Open chat with ${NAME}` })
const introduction = dialog.getByRole('textbox')

function asReader({
  waiting = { items: [] },
  allowance = FREE,
  api,
  ...rest
}: AppOptions & Partial<Answers> = {}): AppOptions {
  const connectionRequests = { waiting: () => waiting, allowance: () => allowance, get: () => SENT }
  return { ...rest, api: { ...api, connectionRequests: { ...connectionRequests, ...api?.connectionRequests } } }
}
interface Answers {
  waiting: OpenContacts
  allowance: RequestAllowance
}

describe('pending requests', () => {
  it('a pending request replaces the introduction field in the dialog, and links to the requests', async () => {
    await openApp(
      '/dashboard',
      asReader({
        waiting: WAITING,
        api: { connectionRequests: { history: () => ({ items: [SENT], next_cursor: null }) } },
      }),
    )
    await sent.click()
    await expect.element(dialog.getByText(`Your question to ${NAME} is waiting for an answer.`)).toHaveFocus()
    await expect.element(dialog).toMatchTextContent('Do you mend clocks?')
    await expect.element(introduction).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('button', { name: 'Send' })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(dialog).not.toBeInTheDocument()
    await sent.click()
    await dialog.getByRole('link', { name: 'Go to Requests' }).click()
    await expect.element(page.getByText(`You asked ${NAME}`)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  // spec 2.28, 2.74
  it.each(['/?q=Marieke', `/profile/${MARIEKE.id}`, '/dashboard'])(
    'a pending request replaces the button Send Request on %s until the receiver answers',
    async (href) => {
      let waiting: OpenContacts = { items: [] }
      const options = asReader({ api: { connectionRequests: { waiting: () => waiting } } })
      const { screen } = await openLiveApp(href, options)
      await expect.element(send).toBeVisible()
      waiting = WAITING
      fakeLive.emit('request.created', SENT)
      await expect.element(sent).toBeVisible()
      await expect.element(send).not.toBeInTheDocument()
      await screen.unmount()

      await openLiveApp(href, options)
      await sent.click()
      await expect.element(dialog).toMatchTextContent('Do you mend clocks?')
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      waiting = { items: [] }
      fakeLive.emit('request.decided', { ...SENT, status: 'rejected', ended_by: 'receiver' })
      await expect.element(send).toBeVisible()
      await expect.element(sent).not.toBeInTheDocument()
    },
  )

  it('reserves the button’s space until the server has answered whether a request is pending', async () => {
    const answer = Promise.withResolvers<OpenContacts>()
    await openApp('/dashboard', asReader({ api: { connectionRequests: { waiting: () => answer.promise } } }))
    const card = page.getByRole('article')
    await expect.element(card).toBeVisible()
    await expect.element(card.getByRole('button')).not.toBeInTheDocument()
    const before = card.element().getBoundingClientRect()
    answer.resolve(WAITING)
    await expect.element(sent).toBeVisible()
    expect(card.element().getBoundingClientRect()).toEqual(before)
  })
})

it.each(['/?q=Marieke', `/profile/${MARIEKE.id}`, '/dashboard'])(
  'an open chat replaces the button Send Request on %s until the chat is closed',
  async (href) => {
    const waiting: OpenContacts = { items: [] }
    const { router } = await openLiveApp(href, asReader({ rooms: [ROOM], waiting }))
    /** Changes the room on the server, then sends the event. */
    const emitRoom = (event: 'room.opened' | 'room.updated', status: Room['status']): void => {
      waiting.open_chats = status === 'open' ? [{ room_id: ROOM.id, partner_id: MARIEKE.id }] : []
      fakeLive.emit(event, { ...ROOM, status })
    }
    await expect.element(send).toBeVisible()
    emitRoom('room.opened', 'open')
    await expect.element(openChat).toBeVisible()
    await expect.element(send).not.toBeInTheDocument()
    emitRoom('room.updated', 'closed')
    await expect.element(send).toBeVisible()
    emitRoom('room.opened', 'open')
    await openChat.click()
    await expect.element(page.getByRole('region', { name: `Chat with ${NAME}` })).toBeVisible()
    expect(router.state.location.href).toBe(`/dashboard?tab=chats&room=${ROOM.id}`)
  },
)

it.each([
  [
    'a rejection',
    { again: { at: LATER, because: 'REQUEST_AGAIN_AFTER_REJECTION' } },
    /rejected your last question.* again from .*2099/u,
  ],
  ['an ended request', { again: { at: LATER, because: 'REQUEST_AGAIN_LATER' } }, /ended recently.* again from .*2099/u],
  ['all requests of a day', { left_today: 0, next_at: LATER }, /^You’ve reached today’s limit\..*2099/u],
  ['all requests that may be open', { left_open: 0 }, /^10 of your questions are waiting for an answer\./u],
  ['a hidden profile', { is_hidden: true }, /^A moderator has hidden your profile/u],
] satisfies [string, Partial<RequestAllowance>, RegExp][])(
  'shows the reason instead of the introduction field after %s',
  async (_what, change, text) => {
    await openApp(`/profile/${MARIEKE.id}`, asReader({ allowance: { ...FREE, ...change } }))
    await send.click()
    await expect.element(dialog.getByText(text)).toHaveFocus()
    await expect.element(introduction).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('button', { name: 'Send' })).not.toBeInTheDocument()
  },
)

it('shows how many requests are left today', async () => {
  await openApp(`/profile/${MARIEKE.id}`, asReader())
  await send.click()
  await expect.element(dialog.getByText('5 of 5 questions left today')).toBeVisible()
})

describe('unsent introductions', () => {
  const OTHER: Session = { ...SESSION, user: { ...SESSION.user, id: ROOM.id }, session_id: ROOM.id }

  async function openBesideAnotherTab(href: string) {
    const session = vi.fn<() => Session | null>(() => SESSION)
    const { connect } = await openLiveApp(href, asReader({ api: { auth: { session } } }))
    const becomeElsewhere = (next: Session | null): void => {
      session.mockReturnValue(next)
      connect.mockClear()
      window.dispatchEvent(new Event('visibilitychange'))
    }
    const logInElsewhere = async (next: Session): Promise<void> => {
      becomeElsewhere(next)
      await expect.poll(() => connect).toHaveBeenCalled()
    }
    return { logInElsewhere, logOutElsewhere: () => becomeElsewhere(null) }
  }

  it('an introduction disappears at a log-out or log-in in another tab, and returns for its author', async () => {
    const { logInElsewhere, logOutElsewhere } = await openBesideAnotherTab('/?q=Marieke')
    await send.click()
    await introduction.fill('From Noor, by Noor')
    await logInElsewhere(OTHER)
    await expect.element(dialog).not.toBeInTheDocument()
    await send.click()
    await expect.element(introduction).toHaveValue('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await logInElsewhere(SESSION)
    await send.click()
    await expect.element(introduction).toHaveValue('From Noor, by Noor')
    logOutElsewhere()
    await expect.element(dialog).not.toBeInTheDocument()
    await logInElsewhere(SESSION)
    await expect.element(introduction).toHaveValue('From Noor, by Noor')
  })

  it('the dashboard clears the introduction and the search when another person logs in', async () => {
    const { logInElsewhere } = await openBesideAnotherTab('/dashboard')
    const search = page.getByRole('searchbox')
    await search.fill('Marieke')
    await send.click()
    await logInElsewhere(OTHER)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(search).toHaveValue('')
  })

  it('an introduction survives a visit to another page, and is deleted at log-out', async () => {
    const { router } = await openApp(
      `/profile/${MARIEKE.id}`,
      asReader({
        http: { 'POST /api/auth/sign-out': () => Response.json({ success: true }) },
      }),
    )
    const drafts = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith('draft'))
    await send.click()
    await introduction.fill('Dear Marieke, ')
    await userEvent.keyboard('{Escape}')
    await router.navigate({ href: '/' })
    await send.click()
    await expect.element(introduction).toHaveValue('Dear Marieke, ')
    expect(drafts()).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Log Out' }).first().click()
    await expect.element(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
    expect(drafts()).toEqual([])
  })
})
