import { expect, it } from 'vitest'
import { page } from 'vitest/browser'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { SESSION } from '../../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../../test/component/open-app.tsx'

const INVITED = { full_name: 'Ada Lovelace', email: 'ada@kundig.example', category: 'engineering-science' } as const

it('a person logged in with another address is asked to log out to use the invitation', async () => {
  let session: Session | null = SESSION
  await openApp('/invitation?code=mailed', {
    api: { auth: { session: () => session }, waitingList: { invitation: () => INVITED } },
    http: {
      'POST /api/auth/sign-out': () => {
        session = null
        return Response.json({ success: true })
      },
    },
  })
  await expect
    .element(
      page.getByText(
        `You are logged in as ${SESSION.user.email}. This invitation is for ${INVITED.email}: log out to use it.`,
      ),
    )
    .toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await expect.element(page.getByRole('heading', { name: 'Welcome, Ada Lovelace' })).toBeVisible()
  await expect.element(page.getByText(INVITED.email, { exact: false })).toBeVisible()
})
