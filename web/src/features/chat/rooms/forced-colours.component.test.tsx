import { expect, it, onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'

import { READER } from '../../../../development/gallery/gallery-data.ts'
import { listBubbles, createMessage, openRoom } from '../../../../test/component/chat-room.ts'

interface Emulation {
  send: (name: string, input: object) => Promise<void>
}

async function forceColours(value: 'active' | ''): Promise<void> {
  const emulation = cdp() as unknown as Emulation
  await emulation.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
}

const edgesOf = (element: Element): string => {
  const { outlineStyle, borderBottomWidth, borderInlineEndWidth } = getComputedStyle(element)
  return [outlineStyle, borderBottomWidth, borderInlineEndWidth].join(' ')
}

const chosenAndOther = (selector: string, mark: string): (Element | null)[] => [
  document.querySelector(`${selector}[${mark}=true]`),
  document.querySelector(`${selector}:not([${mark}=true])`),
]

it('forced colours still show the selected tab, language and chat, and the author of a message', async () => {
  onTestFinished(() => forceColours(''))
  await forceColours('active')
  expect(matchMedia('(forced-colors: active)').matches).toBe(true)
  await openRoom({ messages: [createMessage(1), createMessage(2, { sender_id: READER.id })] })
  await expect.poll(listBubbles).toHaveLength(2)
  const [tab, otherTab] = chosenAndOther('[role=tab]', 'aria-selected')
  const [language, otherLanguage] = chosenAndOther('.seg > button', 'aria-pressed')
  const room = page.getByRole('navigation', { name: 'Your chats' }).getByRole('button').first().element()
  const [peers, own] = listBubbles()
  if (!tab || !otherTab || !language || !otherLanguage || !peers || !own) throw new Error('A part is missing')
  expect(edgesOf(tab)).not.toBe(edgesOf(otherTab))
  expect(edgesOf(language)).not.toBe(edgesOf(otherLanguage))
  expect(edgesOf(peers)).not.toBe(edgesOf(own))
  expect(getComputedStyle(peers).borderBottomWidth).not.toBe('0px')
  expect(getComputedStyle(room).outlineStyle).toBe('solid')
})
