import { idOf } from '@kundig/testing/browser/calls'
import { expect, type Person, test, uniqueWord } from '@kundig/testing/browser/people'

/** Has people ask someone in turn, who accepts: one room each time. */
async function openRooms(url: string, reader: Person, askers: readonly Person[], topics: readonly string[]) {
  const headers = { origin: url }
  const receiver_id = await idOf(reader.context, url)
  const ids: string[] = []
  for (const [index, message] of topics.entries()) {
    const asker = askers[index % askers.length]
    if (!asker) throw new Error('Nobody asks')
    const data = { receiver_id, message }
    const asked = await asker.context.request.post(`${url}/api/connection-requests`, { data, headers })
    const { id } = (await asked.json()) as { id: string }
    const accepted = await reader.context.request.post(`${url}/api/connection-requests/${id}/accept`, { headers })
    expect(accepted.ok()).toBe(true)
    ids.push(((await accepted.json()) as { room: { id: string } }).room.id)
  }
  return ids
}

test('of more chats than a page the rest is one press away, found by its address, and comes up with a message', async ({
  people,
}) => {
  // Making more chats than a page has takes most of it.
  test.slow()
  const { url } = people
  const reader = await people.expert(`Roos ${uniqueWord()}`)
  const askers = [await people.expert(`Wout ${uniqueWord()}`), await people.expert(`Xena ${uniqueWord()}`)]
  const [wout, xena] = askers
  const topicOf = (number: number): string => `Topic ${String(number).padStart(2, '0')}`
  const write = async (writer: Person | undefined, roomId: string | undefined): Promise<void> => {
    const answer = await writer?.context.request.post(`${url}/api/chat-rooms/${roomId}/messages`, {
      data: { client_id: crypto.randomUUID(), content: 'Are you there?' },
      headers: { origin: url },
    })
    expect(answer?.ok()).toBe(true)
  }
  const [first] = await openRooms(url, reader, askers, [topicOf(1)])
  await write(wout, first)
  const topics = Array.from({ length: 52 }, (_, index) => topicOf(index + 2))
  const [second] = await openRooms(url, reader, [...askers].toReversed(), topics)

  const { page } = reader
  const rooms = page.getByRole('navigation', { name: 'Your chats' })
  const entries = rooms.locator('li button')
  const more = rooms.getByRole('button', { name: 'Show more chats' })
  await page.goto('/dashboard?tab=chats')
  await expect(entries).toHaveCount(50)
  await expect(rooms.getByText(topicOf(1))).toHaveCount(0)
  // What is unread further down counts all the same.
  await expect(page.getByRole('tab', { name: /^Chats\s*1 unread$/u })).toBeVisible()

  await page.route('**/rpc/chat/rooms', (route) => route.abort('internetdisconnected'))
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(rooms.getByRole('alert')).toHaveText('More chats could not be loaded.')
  await page.unroute('**/rpc/chat/rooms')
  const again = rooms.getByRole('button', { name: 'Try again' })
  await expect(again).toBeInViewport({ ratio: 1 })
  await again.click()
  await expect(entries).toHaveCount(53)
  await expect(more).toHaveCount(0)
  // Whoever came by keyboard goes on where the list goes on.
  await expect(rooms.locator('li button:focus')).toContainText(topicOf(3))

  await page.goto(`/dashboard?tab=chats&room=${first}`)
  await expect(page.getByRole('region', { name: /^Chat with Wout/u }).getByText('Are you there?')).toBeVisible()
  await expect(rooms.getByRole('button', { name: new RegExp(topicOf(1), 'u') })).toHaveAttribute('aria-current', 'true')
  await expect(entries).toHaveCount(51)
  await expect(page.getByRole('tab', { name: /^Chats$/u })).toBeVisible()

  await page.goto('/dashboard?tab=chats')
  await expect(entries).toHaveCount(50)
  await write(xena, second)
  await expect(entries.first()).toContainText(topicOf(2))
  await expect(entries.first()).toContainText('1 unread message')
  await expect(page.getByRole('tab', { name: /^Chats\s*1 unread$/u })).toBeVisible()
})
