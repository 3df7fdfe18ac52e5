import { expect, it, test } from 'vitest'

import {
  type Cropping,
  findShownPicture,
  isBusy,
  reducePicture,
  type PictureEvent,
  type PictureState,
  createPictureState,
} from './picture-state.ts'

const cropping = { copy: { address: 'blob:copy' } } as Cropping
const picture = new Blob(['picture'])
const start = createPictureState('/old.webp')
const chosen: PictureState = { ...start, choice: { kind: 'chosen', picture, address: 'blob:new' } }
const removed: PictureState = { ...start, choice: { kind: 'removed' } }

it.each<[string, PictureState, PictureEvent, PictureState]>([
  [
    'opening a file clears the former refusal',
    { ...start, problem: 'IMAGE_HEIC' },
    { type: 'open' },
    { ...start, isOpening: true },
  ],
  ['an opened file is cropped', { ...start, isOpening: true }, { type: 'opened', cropping }, { ...start, cropping }],
  [
    'a refused file keeps the former choice',
    { ...chosen, isOpening: true },
    { type: 'refused', code: 'IMAGE_TOO_LARGE' },
    { ...chosen, problem: 'IMAGE_TOO_LARGE' },
  ],
  [
    'an image that cannot be cropped closes the cropper',
    { ...chosen, cropping },
    { type: 'refused', code: 'IMAGE_UNREADABLE' },
    { ...chosen, problem: 'IMAGE_UNREADABLE' },
  ],
  ['cropping can be cancelled', { ...removed, cropping }, { type: 'crop_closed' }, removed],
  [
    'the cropped picture becomes the choice',
    { ...start, cropping },
    { type: 'chosen', picture, address: 'blob:new' },
    chosen,
  ],
  ['the picture can be removed', { ...chosen, problem: 'IMAGE_HEIC' }, { type: 'removed' }, removed],
  ['a choice can be undone', removed, { type: 'undone' }, start],
  [
    'sending reports its progress',
    chosen,
    { type: 'sending', part: 0.5 },
    { ...chosen, saving: { status: 'sending', part: 0.5, removes: false } },
  ],
  [
    'a removal is sent as well',
    removed,
    { type: 'sending', part: 0 },
    { ...removed, saving: { status: 'sending', part: 0, removes: true } },
  ],
  ['a sent picture becomes the saved one', chosen, { type: 'saved' }, createPictureState('blob:new')],
  ['a sent removal leaves no picture', removed, { type: 'saved' }, createPictureState(null)],
  [
    'a choice that failed to save stays chosen',
    chosen,
    { type: 'not_saved', code: 'NETWORK' },
    { ...chosen, saving: { status: 'failed', code: 'NETWORK' } },
  ],
  [
    'another choice clears the former save error',
    { ...removed, saving: { status: 'failed', code: null } },
    { type: 'chosen', picture, address: 'blob:new' },
    chosen,
  ],
])('%s', (_case, before, event, after) => {
  expect(reducePicture(before, event)).toEqual(after)
})

test.each<[string, PictureState, boolean]>([
  ['nothing', start, false],
  ['a choice', chosen, false],
  ['a file being opened', { ...start, isOpening: true }, true],
  ['an image being cropped', { ...start, cropping }, true],
  ['a picture being sent', { ...chosen, saving: { status: 'sending', part: 0, removes: false } }, true],
  ['a picture that could not be saved', { ...chosen, saving: { status: 'failed', code: 'NETWORK' } }, false],
])('another file is blocked during %s: %s → %s', (_case, state, expected) => {
  expect(isBusy(state)).toBe(expected)
})

test.each<[string, PictureState, string | null]>([
  ['the saved picture', start, '/old.webp'],
  ['the chosen picture', chosen, 'blob:new'],
  ['initials after the picture was removed', removed, null],
])('the form shows %s', (_case, state, expected) => {
  expect(findShownPicture(state)).toBe(expected)
})
