import { bring, chatOn, FILE_CALL, FILE_MAX, makeNamedPhoto, makePdf } from '@kundig/testing/browser/chat-files'
import { makePhoto } from '@kundig/testing/browser/images'
import { expect } from '@kundig/testing/browser/people'

import { enter, meet, say } from './scenarios.ts'
import { screens } from './screenshots.ts'

screens(
  [
    'chat-files',
    'chat-files.viewer',
    'chat-files.viewer-failed',
    'chat-files.drop',
    'chat-files.under-way',
    'chat-files.refused',
  ],
  async (people, capture) => {
    const message = 'Dag Joost, mag ik je de schets van onze dakkapel laten zien?'
    const { asker, expert, at } = await meet(people, 'ilse', 'joost', message)
    await enter(expert, at)
    await enter(asker, at)
    const { log, tray, section, viewer, choose, row } = chatOn(asker)
    const upright = { ...(await makePhoto(asker, { width: 300, height: 600, left: '#0a7' })), name: 'gevel.jpg' }
    for (const file of [
      await makeNamedPhoto(asker, 'dakkapel achterzijde, schets van zaterdag.jpg', '#c63'),
      makePdf('Offerte.pdf', 'x'.repeat(150_000)),
      upright,
      makePdf(`${'Een heel lange bestandsnaam '.repeat(5)}over de dakkapel.pdf`),
    ]) {
      await choose(file)
      await expect(tray).toBeHidden()
    }
    await say(asker, 'Zo dus.')
    const partner = chatOn(expert)
    await partner.choose(await makeNamedPhoto(expert, 'zon.jpg', '#fc4'))
    await expect(log.locator('.bubble')).toHaveCount(6)
    await capture('chat-files', asker, { at, ready: () => expect(log.locator('.bubble')).toHaveCount(6) })
    await log.getByRole('button', { name: /zaterdag/u }).click()
    await capture('chat-files.viewer', asker, { ready: () => expect(viewer.getByRole('img')).toBeVisible() })
    await asker.keyboard.press('Escape')
    await asker.route('**/api/chat-rooms/*/files/**', (route) => route.abort())
    await asker.route('**/chat_rooms/**', (route) => route.abort())
    await log.getByRole('button', { name: /gevel/u }).click()
    await capture('chat-files.viewer-failed', asker)
    await asker.keyboard.press('Escape')
    await asker.unroute('**/api/chat-rooms/*/files/**')
    await asker.unroute('**/chat_rooms/**')

    await enter(asker, at)
    await bring(section, 'dragover', [makePdf('plan.pdf')])
    await capture('chat-files.drop', asker, { make: () => bring(section, 'dragover', [makePdf('plan.pdf')]) })

    await enter(asker, at)
    await asker.route(FILE_CALL, () => undefined)
    await choose(await makeNamedPhoto(asker, 'raam.jpg', '#26a'), makePdf('waiting.pdf'), makePdf('last.pdf'))
    await expect(tray.getByRole('progressbar').first()).toBeVisible()
    await capture('chat-files.under-way', asker)
    await asker.unroute(FILE_CALL)

    await asker.goto('/dashboard?tab=chats')
    await asker.reload()
    await enter(asker, at)
    await asker.route(FILE_CALL, (route) => route.abort())
    await choose(
      { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(FILE_MAX + 1) },
      { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') },
      { name: 'photo.pdf', mimeType: 'image/jpeg', buffer: Buffer.from('photo') },
      { ...upright, name: 'scan.pdf', mimeType: 'application/pdf' },
      makePdf('lost.pdf'),
    )
    await expect(row('lost.pdf').getByRole('alert')).toBeVisible()
    await capture('chat-files.refused', asker)
  },
)
