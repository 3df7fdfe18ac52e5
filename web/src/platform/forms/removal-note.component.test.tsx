import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { createRequest, MARIEKE, READER } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'

const ORDINARY = 'what does <T extends object> mean? see <https://example.com/a>, a<b and c>d'
const REFUSAL = 'Nothing would be left: markup is removed. Put code between back-ticks (`) to keep it.'

/** Returns the visible hint. Screen readers read another copy after a pause in typing. */
const hint = (): string =>
  [...document.querySelectorAll<HTMLElement>('[aria-hidden]')]
    .map(({ textContent }) => textContent)
    .filter((text) => text.includes('Will be removed:'))
    .join()

// spec 5.38
it('a bio lists the parts that are removed, and is refused when nothing would be left', async () => {
  const save = vi.fn<(input: { bio: string | null }) => typeof READER>(({ bio }) => ({ ...READER, bio }))
  await openApp('/account', { api: { profiles: { save } } })
  const field = page.getByRole('textbox', { name: 'Bio' })
  const saveButton = page.getByRole('button', { name: 'Save profile' })
  await field.fill('<b></b>')
  await saveButton.click()
  await expect.element(field).toHaveAccessibleDescription(REFUSAL)
  expect(save).not.toHaveBeenCalled()
  await field.fill(`I teach JavaScript, with \`<b>\` and <i>patience</i>. ${ORDINARY}`)
  await expect.poll(hint).toContain('<i>, </i>')
  expect(hint()).not.toContain('<b>')
  await saveButton.click()
  await expect.element(page.getByText('Profile saved')).toBeVisible()
  expect(save.mock.lastCall?.[0].bio).toBe(`I teach JavaScript, with \`<b>\` and patience. ${ORDINARY}`)
})

// spec 5.38
it('an introduction lists the parts that are removed, and is refused when nothing would be left', async () => {
  const create = vi.fn<(input: { message: string }) => ReturnType<typeof createRequest>>(({ message }) =>
    createRequest(1, { sender_id: READER.id, receiver_id: MARIEKE.id, message }),
  )
  await openApp(`/profile/${MARIEKE.id}`, {
    api: { connectionRequests: { create } },
  })
  await page.getByRole('button', { name: /^Send Request/u }).click()
  const dialog = page.getByRole('dialog')
  const introduction = dialog.getByRole('textbox')
  const send = dialog.getByRole('button', { name: 'Send' })
  await introduction.fill('<script>alert(1)</script>')
  await send.click()
  await expect.element(introduction).toHaveAccessibleDescription(REFUSAL)
  expect(create).not.toHaveBeenCalled()
  await introduction.fill(`${ORDINARY} <em>please</em>`)
  await expect.poll(hint).toContain('<em>, </em>')
  await send.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(create.mock.calls[0]?.[0].message).toBe(`${ORDINARY} please`)
})
