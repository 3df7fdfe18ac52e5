// @module-tag slow
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { Session } from '@kundig/contract/auth/auth.contract'
import type { OwnProfile } from '@kundig/contract/profiles/profiles.contract'

import { READER, SESSION } from '../../../../development/gallery/gallery-data.ts'
import type { HttpAnswers, ProcedureAnswers } from '../../../../test/component/fake-api.ts'
import { createPhotoFile } from '../../../../test/component/images.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { emitSessionEnd } from '../../../../test/component/session-end.ts'

const PICTURE = `PUT /api/profiles/${READER.id}/picture`
const STORED = { profile_picture_url: '/api/profiles/1/picture?hash=1' }

const bar = page.getByRole('navigation', { name: 'Main' })
const bio = page.getByLabelText('Bio', { exact: true }).first()
const save = page.getByRole('button', { name: 'Save profile' })
const create = page.getByRole('button', { name: 'Create profile' })
const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
const again = page.getByRole('button', { name: 'Try again' })
const logIn = bar.getByRole('link', { name: 'Log In' })
const explore = page.getByRole('tab', { name: 'Explore' })
const toast = (text: string) => page.getByText(text, { exact: true })
const path = (): string => location.pathname

type Save = NonNullable<NonNullable<ProcedureAnswers['profiles']>['save']>

interface Options {
  hasProfile?: boolean
  http?: HttpAnswers
  wait?: Promise<void>
}

async function open({ hasProfile = true, http = {}, wait = Promise.resolve() }: Options = {}) {
  let session: Session | null = { ...SESSION, has_profile: hasProfile }
  const saveProfile: Save = vi.fn<(input: object) => Promise<OwnProfile>>(async () => {
    await wait
    if (session) session = SESSION
    return READER
  })
  const endSession = (): void => {
    session = null
  }
  await openApp('/account', {
    api: {
      auth: { session: () => session },
      profiles: { save: saveProfile },
    },
    http: {
      'POST /api/auth/sign-out': () => {
        endSession()
        return Response.json({ success: true })
      },
      ...http,
    },
  })
  await expect.element(hasProfile ? save : create).toBeVisible()
  return { saveProfile, endSession }
}

async function fillInNew(): Promise<void> {
  await expect.element(page.getByRole('heading', { name: 'Complete your account', level: 1 })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Preview Profile' })).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ab Blok')
  await page.getByRole('combobox', { name: 'Expertise category' }).selectOptions('Trades & Services')
  await page.getByRole('checkbox', { name: /^I want to share my knowledge/u }).click()
}

async function pick(): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file field')
  const transfer = new DataTransfer()
  transfer.items.add(createPhotoFile({ width: 900, height: 600, left: '#d00' }))
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await page.getByRole('button', { name: 'Use picture' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}

/** Stops timers of exactly `ms`. @returns function that runs the stopped timers */
function holdTimers(ms: number): () => number {
  const held: (() => void)[] = []
  const begin = window.setTimeout.bind(window)
  vi.stubGlobal('setTimeout', (work: () => void, after?: number, ...rest: unknown[]) =>
    after === ms ? held.push(work) : begin(work, after, ...rest),
  )
  return () => {
    const all = held.splice(0)
    for (const work of all) work()
    return all.length
  }
}

describe('unsaved profile forms', () => {
  it('an unsaved profile form asks before the person leaves the page or closes the tab', async () => {
    await open()
    await pick()
    await bar.getByRole('link', { name: 'Dashboard' }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(path()).toBe('/account')
    await expect.element(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    await bar.getByRole('link', { name: 'Dashboard' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect.element(explore).toBeVisible()
    await bar.getByRole('link', { name: 'Account' }).click()
    await expect.element(page.getByRole('button', { name: 'Choose picture' })).toBeVisible()
    await bar.getByRole('link', { name: 'Dashboard' }).click()
    await expect.element(explore).toBeVisible()
  })

  it('an unsaved profile form closes without a question when the session ends elsewhere', async () => {
    const { endSession } = await open()
    await bio.fill('Never to be saved.')
    endSession()
    await emitSessionEnd()
    await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  })
})

describe('saved profile forms', () => {
  // spec 2.71, 9.2
  it('a saved profile form closes one second after its toast', async () => {
    await open({ hasProfile: false })
    await fillInNew()
    const letGo = holdTimers(1000)
    await create.click()
    await expect.element(toast('Profile created')).toBeVisible()
    expect(path()).toBe('/account')
    expect(letGo()).toBe(1)
    await expect.element(explore).toBeVisible()
  })

  it('a saved profile form does not navigate if the person left before the answer', async () => {
    const answer = Promise.withResolvers<void>()
    const { saveProfile } = await open({ wait: answer.promise })
    await bio.fill('Saved once.')
    await page.getByRole('button', { name: 'Preview Profile' }).click()
    await expect.poll(() => saveProfile).toHaveBeenCalledOnce()
    await bar.getByRole('link', { name: 'Home' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect.element(page.getByRole('searchbox')).toBeVisible()
    answer.resolve()
    await expect.element(toast('Profile saved')).toBeVisible()
    await expect.element(toast('Profile saved')).not.toBeInTheDocument()
    expect(path()).toBe('/')
  })
})

describe('pictures', () => {
  // spec 2.70
  it('the picture of a new profile is uploaded again after a failed upload', async () => {
    const upload = vi.fn<() => Response>(() => Response.json({ code: 'UNAVAILABLE' }, { status: 503 }))
    await open({ hasProfile: false, http: { [PICTURE]: upload } })
    await pick()
    await fillInNew()
    await create.click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'your picture is not' }))
      .toMatchTextContent('briefly unavailable')
    upload.mockReturnValue(Response.json(STORED))
    await again.click()
    await expect.element(toast('Profile created')).toBeVisible()
    await expect.element(explore).toBeVisible()
    expect(upload).toHaveBeenCalledTimes(2)
  })
})

// During a log-out, no form asks about unsaved changes.
describe('logging out', () => {
  it('closes an unsaved form without a question', async () => {
    await open()
    await bio.fill('Never to be saved.')
    await bar.getByRole('button', { name: 'Log Out' }).click()
    await expect.element(logIn).toBeVisible()
    expect(path()).toBe('/')
  })

  it('hides the result of a form that is answered after the log-out', async () => {
    const answer = Promise.withResolvers<void>()
    const { saveProfile } = await open({ wait: answer.promise })
    await bio.fill('Saved twice.')
    await save.click()
    await expect.poll(() => saveProfile).toHaveBeenCalledOnce()
    await bar.getByRole('button', { name: 'Log Out' }).click()
    await expect.element(logIn).toBeVisible()
    const seen: string[] = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) seen.push(node.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
    answer.resolve()
    await logIn.click()
    await expect.element(page.getByRole('heading', { name: 'Log in to Kundig' })).toBeVisible()
    expect(seen.join('\n')).not.toContain('Profile saved')
  })
})
