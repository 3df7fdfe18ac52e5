import { expect, it } from 'vitest'

import { MARIEKE } from '../../../../development/gallery/gallery-data.ts'
import { chat, createMessage, openRoom, listTexts } from '../../../../test/component/chat-room.ts'

it('announces each new message, even when two messages have the same words', async () => {
  const { receive } = await openRoom({ messages: [createMessage(1)] })
  await expect.poll(listTexts).toHaveLength(1)
  const region = chat.element().querySelector('[aria-live=polite]')
  if (!region) throw new Error('There is no live region')
  const announced: (string | null)[] = []
  const observer = new MutationObserver(() => announced.push(region.textContent))
  observer.observe(region, { childList: true, characterData: true, subtree: true })
  for (const count of [2, 3, 4]) {
    receive('ok')
    await expect.poll(() => listTexts()).toHaveLength(count)
  }
  observer.disconnect()
  expect(announced).toEqual(Array(3).fill(`${MARIEKE.full_name}: ok`))
})
