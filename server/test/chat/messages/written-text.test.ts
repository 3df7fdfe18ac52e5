import { expect, it } from 'vitest'

import { clean } from '@kundig/contract/texts/sanitising'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

// spec 5.26
it.each([
  'I teach JavaScript: from zero to hero',
  'what does <T extends object> mean?',
  'a<b and c>d',
  'see <https://example.com/a>',
  'a < b && c > d, x <- y, Array<string> <3',
  'mail me <name@example.com>',
  'use `<b>` and\n```\n<script>\n  alert(1)\n</script>\n```',
  'use `<b>` for <b>bold</b>, never <img src=x onerror=alert(1)>',
  '`<b>``<i>`` and <scr<b>ipt>alert(1)</scr</b>ipt>',
  'see <img src=x',
  'javajavascript:script:alert(1) <!-- x',
  'e<b>\u0301</b> <T onclick=go>',
])('%j is stored by the rules of its field: in messages, introductions and bios', async (written) => {
  const { text } = clean(written)
  const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])

  expect((await app.saveProfile(ann, { bio: written })).bio).toBe(text)
  const request = await app.request(ann, bob, written)
  expect(request.message).toBe(text)
  const { room } = await app.accept(bob, request.id)
  const overHttp = await app.send(ann, room.id, written)
  expect(overHttp.body.content).toBe(text)
  const tab = await app.live(ann)
  expect(await tab.send(room.id, written)).toMatchObject({ ok: true, result: { content: text } })
  const messages = await app.allMessages(bob, room.id)
  expect(messages.map(({ content }) => content)).toEqual([text, text])
})
