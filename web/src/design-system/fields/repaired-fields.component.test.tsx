import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'

import { READER } from '../../../development/gallery/gallery-data.ts'
import { mountPart } from '../../../test/component/mount.tsx'
import { openApp } from '../../../test/component/open-app.tsx'
import { EmailInput, ProseInput, SearchInput, TextInput } from './field.tsx'
import { TextArea } from './text-area.tsx'

interface Paste {
  send: (name: 'Input.insertText', input: { text: string }) => Promise<void>
}
const paste = (text: string) => (cdp() as unknown as Paste).send('Input.insertText', { text })

function Fields() {
  const [values, setValues] = useState<Record<string, string>>({})
  const props = (name: string) => ({
    'aria-label': name,
    name,
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => setValues((all) => ({ ...all, [name]: target.value })),
  })
  return (
    <>
      <TextArea {...props('text')} />
      <ProseInput {...props('line')} />
      <EmailInput {...props('address')} />
      <SearchInput {...props('search')} label={'search'} />
      <TextInput {...props('name')} />
      <output>{JSON.stringify(values)}</output>
    </>
  )
}
const values = (): Record<string, string> =>
  JSON.parse(document.querySelector('output')?.textContent ?? '') as Record<string, string>

describe('pasting into fields', () => {
  it('repairs pasted prose and leaves pasted names unchanged', async () => {
    await mountPart(<Fields />)
    const pasted: [string, string][] = [
      ['text', '\u202Done\u202C\vtwo\ftree-\u00ADhouse'],
      ['line', '\uFEFFArt. 6\u200B'],
      ['address', '\u202Aada@example.com\u202C'],
      ['search', '\u2066clocks\u2069'],
      ['name', 'Ada\u200B'],
    ]
    for (const [name, text] of pasted) {
      await page.getByLabelText(name, { exact: true }).click()
      await paste(text)
    }
    await expect.poll(values).toEqual({
      text: 'one\ntwo\ntree-house',
      line: 'Art. 6',
      address: 'ada@example.com',
      search: 'clocks',
      name: 'Ada\u200B',
    })
    await expect.element(page.getByLabelText('text', { exact: true })).toHaveValue('one\ntwo\ntree-house')
  })

  it('keeps the caret after the pasted text, and keeps a trailing space during typing', async () => {
    await mountPart(<Fields />)
    await page.getByLabelText('text', { exact: true }).fill('Call  today')
    await userEvent.keyboard('{Home}{ArrowRight>5/}')
    await paste('\u202D020 555\u202C')
    await userEvent.keyboard('!')
    await expect.poll(() => values()['text']).toBe('Call 020 555! today')
    await page.getByLabelText('text', { exact: true }).fill('')
    for (const part of ['کتاب', '\u200C', 'ها']) await paste(part)
    await expect.poll(() => values()['text']).toBe('کتاب\u200Cها')
  })
})

it('a form marks the field with an invalid character and names its position', async () => {
  const save = vi.fn<() => typeof READER>(() => READER)
  await openApp('/account', { api: { profiles: { save } } })
  const bio = page.getByRole('textbox', { name: 'Bio' })
  await bio.fill('I mend clocks\u0007 and watches')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect
    .element(bio)
    .toHaveAccessibleDescription('This text contains invalid characters (U+0007, character 14 after “I mend clocks”)')
  await expect.element(bio).toBeInvalid()
  expect(save).not.toHaveBeenCalled()
})
