// @module-tag slow
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { DEFAULT_SETTINGS } from '@kundig/contract/site/site-settings'

import { openApp } from '../../../../test/component/open-app.tsx'
import { createFakeSettingsApi, FINE_HEALTH } from '../../../../test/component/settings-answers.ts'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

const UNREADABLE = '#5fb7d4'

const dialog = page.getByRole('dialog')
const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/u })
const field = (name: string) => page.getByRole('textbox', { name })
const press = async (button: ReturnType<typeof field>): Promise<void> => {
  await expect.element(button).toBeVisible()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
}

async function openSettings(href: string, http?: Parameters<typeof openApp>[1]) {
  const { operations, change } = createFakeSettingsApi()
  const api = {
    operations: {
      ...operations,
      health: () => FINE_HEALTH,
      judgeColours: ({ primary, accent }: { primary: string; accent: string }) => ({
        failures:
          primary === UNREADABLE
            ? [{ mode: 'light' as const, text: 'on-primary', background: 'primary', ratio: 2.3 }]
            : [],
        readable: primary === UNREADABLE ? { primary: '#1d5f76', accent } : null,
        tokens: { light: { primary }, dark: { primary } },
      }),
    },
  }
  await openApp(href, { role: 'owner', api, ...http })
  return { operations, change }
}

describe('name and appearance', () => {
  const preview = (mode: string) => document.querySelector(`[data-preview=${mode}]`)

  it('shows a preview before saving, and replaces refused colours by readable ones', async () => {
    const { operations } = await openSettings('/operator/settings')
    await field('Name of the site').fill('Vraag & Raad')
    await expect.poll(() => preview('light')?.textContent).toContain('Vraag & Raad')
    expect(preview('dark')?.textContent).toContain('Vraag & Raad')
    await field('Second colour').fill('#ffb703')
    await field('First colour').fill(UNREADABLE)
    await expect.element(page.getByText(/^Some texts have too little contrast\./u)).toBeVisible()
    const button = [...(preview('light')?.querySelectorAll('span') ?? [])].find(
      ({ textContent }) => textContent === 'Introduce yourself',
    )
    expect(button).toHaveStyle({ backgroundColor: 'rgb(95, 183, 212)' })
    await press(field('First colour'))
    await expect.element(alert).toMatchTextContent('Not enough contrast')
    await expect.element(alert).toMatchTextContent('2.3 : 1, at least 4.5 : 1 needed')
    expect(operations.setFace).not.toHaveBeenCalled()
    await expectNoAxeViolations()
    await press(alert.getByRole('button', { name: 'Use #1d5f76 and #ffb703 instead' }))
    await expect.element(alert).not.toBeInTheDocument()
    await press(field('First colour'))
    await expect.element(page.getByText('Saved. Reload a page to see it.')).toBeVisible()
    expect(operations.setFace).toHaveBeenCalledExactlyOnceWith({
      ...DEFAULT_SETTINGS.face,
      version: 1,
      name: 'Vraag & Raad',
      primary: '#1d5f76',
      accent: '#ffb703',
    })
  })

  it('shows the values that another owner has saved meanwhile, and keeps the typed text', async () => {
    const { operations, change } = await openSettings('/operator/settings')
    await field('Legal name').fill('Second B.V.')
    change({ face: { ...DEFAULT_SETTINGS.face, legal_name: 'First B.V.', vat_number: 'NL1' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(alert).toMatchTextContent('Another owner changed this.')
    await expect.element(alert).toMatchTextContent('Legal name: First B.V.')
    await expect.element(field('Legal name')).toHaveValue('Second B.V.')
    await expect.element(field('VAT number')).toHaveValue('NL1')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    expect(operations.setFace).toHaveBeenLastCalledWith(
      expect.objectContaining({ version: 2, legal_name: 'Second B.V.', vat_number: 'NL1' }),
    )
  })
})

describe('the logo', () => {
  const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"/></svg>'
  const PNG_HEAD = '\u0089PNG\r\n\u001A\n'
  const LOGO = '/api/operations/settings/logo'
  const section = page.getByRole('region', { name: 'Logo' })
  const use = section.getByRole('button', { name: 'Use this logo' })

  function choose(name: string, type: string, content: string): void {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is no file field')
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(content, (letter) => letter.charCodeAt(0))], name, { type }))
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  it.each([
    ['photo.jpg', 'image/jpeg', 'no logo', 'Choose a PNG or an SVG'],
    ['photo.png', 'image/png', '\u00FF\u00D8\u00FF', 'Choose a PNG or an SVG'],
    ['large.png', 'image/png', PNG_HEAD + ' '.repeat(1_000_001), 'too large for a logo'],
    ['large.svg', 'image/svg+xml', DRAWING + ' '.repeat(100_001), 'too large for a logo'],
  ])('refuses the file %s', async (name, type, content, text) => {
    await openSettings('/operator/settings')
    await expect.element(section).toBeVisible()
    choose(name, type, content)
    await expect.element(section.getByRole('alert')).toMatchTextContent(text)
    await expect.element(use).not.toBeInTheDocument()
  })

  it('a logo is recognised by its bytes, even with a wrong name and type', async () => {
    await openSettings('/operator/settings')
    await expect.element(section).toBeVisible()
    choose('drawing.xml', 'text/xml', `<?xml version="1.0"?>\n${DRAWING}`)
    await expect.element(use).toBeVisible()
    const preview = (): HTMLImageElement | null => document.querySelector('[data-preview=dark] img')
    await expect.poll(() => preview()?.naturalWidth).toBeGreaterThan(0)
  })

  it('the owner previews, uploads and deletes a logo', async () => {
    const shown = { version: '0123456789abcdef0123456789abcdef', width: 40, height: 20 }
    const answer = (logo: object) => ({ version: 2, settings: { ...DEFAULT_SETTINGS, logo } })
    const put = vi
      .fn<() => Response>()
      .mockReturnValueOnce(Response.json({ code: 'LOGO_EMPTY' }, { status: 422 }))
      .mockReturnValueOnce(Response.json({ ...answer(shown), left_out: ['script'] }))
    await openSettings('/operator/settings', {
      http: {
        [`PUT ${LOGO}`]: put,
        [`DELETE ${LOGO}`]: () => Response.json(answer(DEFAULT_SETTINGS.logo)),
      },
    })
    await expect.element(section).toBeVisible()
    choose('logo.svg', 'image/svg+xml', DRAWING)
    await expect.element(section.getByText('It is not used yet.', { exact: false })).toBeVisible()
    await expect.poll(() => document.querySelector<HTMLImageElement>('[data-preview=dark] img')?.src).toMatch(/^blob:/u)
    await expectNoAxeViolations()
    await press(use)
    await expect.element(section.getByRole('alert').first()).toMatchTextContent('Nothing in this file can be shown')
    await press(use)
    await expect
      .element(section.getByRole('alert').last())
      .toMatchTextContent('Left out, because a logo holds shapes only: script.')
    await expect.element(section.getByRole('button', { name: 'Choose another logo' })).toHaveFocus()
    await expectNoAxeViolations()
    await press(section.getByRole('button', { name: 'Remove the logo' }))
    await expect.element(section.getByText('The default mark is shown.')).toBeVisible()
  })
})

it('saving the logo and then the colours causes no conflict', async () => {
  const answers = createFakeSettingsApi()
  answers.change({ logo: { version: '0123456789abcdef0123456789abcdef', width: 40, height: 20 } })
  const operations = {
    ...answers.operations,
    health: () => FINE_HEALTH,
    judgeColours: () => ({ failures: [], readable: null, tokens: { light: {}, dark: {} } }),
  }
  await openApp('/operator/settings', {
    role: 'owner',
    api: { operations },
    http: {
      'DELETE /api/operations/settings/logo': () => Response.json(answers.change({ logo: DEFAULT_SETTINGS.logo })),
    },
  })
  await press(page.getByRole('button', { name: 'Remove the logo' }))
  await expect.element(page.getByText('The default mark is shown.')).toBeVisible()
  await field('First colour').fill('#1d5f76')
  await press(field('First colour'))
  await expect.element(page.getByText('Saved. Reload a page to see it.')).toBeVisible()
  expect(operations.setFace).toHaveBeenCalledOnce()
})

describe('the fee', () => {
  const percent = field('Percentage')
  const minimum = field('Minimum amount in euros')
  const saved = page.getByText('Fee saved. It applies to new payment requests.')

  it('shows what sellers receive, and refuses a wrong percentage', async () => {
    const { operations } = await openSettings('/operator?tab=fee')
    await expect.element(percent).toHaveValue('5')
    await expect.element(page.getByText('Of €35.00 the seller receives €33.25.', { exact: false })).toBeVisible()
    await percent.fill('60')
    await press(percent)
    await expect.element(page.getByText('Enter a percentage from 0 to 50, such as 5 or 2.5')).toBeVisible()
    await percent.fill('10')
    await field('Fixed part in euros').fill('0,30')
    await expect
      .element(page.getByText('Of €35.00 the seller receives €31.20. The minimum payment request is €0.50.'))
      .toBeVisible()
    await expectNoAxeViolations()
    await press(field('Fixed part in euros'))
    await expect.element(saved).toBeVisible()
    expect(operations.setFee).toHaveBeenCalledExactlyOnceWith({
      ...DEFAULT_SETTINGS.fee,
      version: 1,
      percent_bp: 1000,
      fixed_cents: 30,
    })
  })

  it('shows the fee that another owner has saved meanwhile, and keeps the typed text', async () => {
    const { operations, change } = await openSettings('/operator?tab=fee')
    await minimum.fill('5')
    change({ fee: { ...DEFAULT_SETTINGS.fee, percent_bp: 1000, fixed_cents: 30 } })
    await press(minimum)
    await expect.element(alert).toMatchTextContent('Another owner changed the settings.')
    await expect.element(alert).toMatchTextContent('10% and €0.30, at least €0.35')
    await expect.element(minimum).toHaveValue('5')
    await expectNoAxeViolations()
    await percent.fill('10')
    await press(minimum)
    await expect.element(saved).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
    expect(operations.setFee).toHaveBeenLastCalledWith(
      expect.objectContaining({ version: 2, percent_bp: 1000, minimum_cents: 500 }),
    )
  })
})

describe('categories', () => {
  const section = page.getByRole('region', { name: 'Categories' })
  const rows = section.getByRole('listitem')
  const save = dialog.getByRole('button', { name: 'Save' })
  const fill = (label: string, text: string) => dialog.getByLabelText(label).fill(text)

  it('the owner adds, renames, moves and hides categories by keyboard', async () => {
    await openSettings('/operator?tab=categories')
    await press(section.getByRole('button', { name: 'Add a category' }))
    await fill('In English', 'Education')
    await press(save)
    await expect.element(dialog.getByText('Enter a name for the category').first()).toBeVisible()
    await fill('Short, in English', 'Gardens')
    await fill('In Dutch', 'Tuin & Natuur')
    await fill('Short, in Dutch', 'Tuin')
    await expect.element(dialog.getByText('That URL name is taken')).toBeVisible()
    await fill('In English', 'Gardens & Nature')
    await expect.element(dialog.getByLabelText('Name in the URL')).toHaveValue('gardens-nature')
    await expectNoAxeViolations()
    await press(save)
    await expect.element(rows.nth(12)).toMatchTextContent('Gardens & Nature')

    await press(section.getByRole('button', { name: 'Rename Education' }))
    await fill('In English', 'Teaching')
    await fill('Short, in English', 'Teaching')
    await press(save)
    await expect.element(rows.nth(10)).toMatchTextContent('Teaching')

    const up = section.getByRole('button', { name: 'Move Gardens & Nature up' })
    await press(up)
    await expect.element(section.getByRole('status')).toHaveTextContent('Gardens & Nature is now number 12 of 13')
    await expect.element(up).toHaveFocus()
    await press(section.getByRole('button', { name: 'Hide Sales & Marketing' }))
    await expect.element(section.getByRole('button', { name: 'Show Sales & Marketing' })).toBeVisible()
  })

  it('the dialog shows a name that another owner has changed meanwhile, and keeps the typed text', async () => {
    const { change } = await openSettings('/operator?tab=categories')
    await section.getByRole('button', { name: 'Rename Writing & Content' }).click()
    await fill('In English', 'Words')
    const list = DEFAULT_SETTINGS.categories.list.map((one) =>
      one.label.en === 'Writing & Content' ? { ...one, label: { ...one.label, en: 'Texts' } } : one,
    )
    change({ categories: { list } })
    await press(save)
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Current names: Texts and Schrijven & Content.')
    await expect.element(dialog.getByLabelText('In English')).toHaveValue('Words')
    await press(save)
    await expect.element(section.getByRole('button', { name: 'Rename Words' })).toBeVisible()
  })
})
