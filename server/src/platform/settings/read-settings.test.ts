import { expect, it } from 'vitest'

import { DEFAULT_SETTINGS } from '@kundig/contract/site/site-settings'

import { readSettings } from './read-settings.ts'

it('reads a group of settings with defaults for missing fields', () => {
  expect(readSettings({ fee: { percent_bp: 700 } })).toEqual({
    ...DEFAULT_SETTINGS,
    fee: { ...DEFAULT_SETTINGS.fee, percent_bp: 700 },
  })
})

it.each([
  ['waiting_list', 5],
  ['waiting_list', { is_on: 'no' }],
  ['fee', { percent_bp: 'much' }],
  ['categories', { list: 'elsewhere' }],
  ['face', { name: ['Later'] }],
  ['logo', { version: { light: 'a', dark: 'b' } }],
])('reads the defaults of %s if a later release stored %j', (group, stored) => {
  const broken: string[] = []
  expect(readSettings({ [group]: stored }, (name) => broken.push(name))).toEqual(DEFAULT_SETTINGS)
  expect(broken).toEqual([group])
})
