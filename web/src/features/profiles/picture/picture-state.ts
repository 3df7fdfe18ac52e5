import type { ErrorCode } from '@kundig/contract/errors'

import type { PictureCropper } from './picture-cropper.tsx'
import type { WorkingCopy } from './picture-processing.ts'

/** Image during cropping, with the cropper component, which is loaded with the first image. */
export interface Cropping {
  copy: WorkingCopy
  Cropper: typeof PictureCropper
}

export type PictureChoice =
  | { kind: 'unchanged' }
  | { kind: 'chosen'; picture: Blob; address: string }
  | { kind: 'removed' }

/** State of saving. A failure without a code means that the person cancelled. */
export type PictureSaving =
  | { status: 'idle' }
  | { status: 'sending'; part: number; removes: boolean }
  | { status: 'failed'; code: ErrorCode | null }

export interface PictureState {
  saved: string | null
  choice: PictureChoice
  isOpening: boolean
  cropping: Cropping | null
  problem: ErrorCode | null
  saving: PictureSaving
}

export type PictureEvent =
  | { type: 'open' }
  | { type: 'opened'; cropping: Cropping }
  /** A file could not be opened or cropped. The previous choice stays. */
  | { type: 'refused'; code: ErrorCode }
  | { type: 'crop_closed' }
  | { type: 'chosen'; picture: Blob; address: string }
  | { type: 'removed' }
  | { type: 'undone' }
  | { type: 'sending'; part: number }
  | { type: 'saved' }
  | { type: 'not_saved'; code: ErrorCode | null }

const UNCHANGED: PictureChoice = { kind: 'unchanged' }
const IDLE: PictureSaving = { status: 'idle' }

export function createPictureState(saved: string | null): PictureState {
  return { saved, choice: UNCHANGED, isOpening: false, cropping: null, problem: null, saving: IDLE }
}

/** True while the person cannot choose another file. */
export function isBusy({ isOpening, cropping, saving }: PictureState): boolean {
  return isOpening || cropping !== null || saving.status === 'sending'
}

export function findShownPicture({ saved, choice }: PictureState): string | null {
  if (choice.kind === 'unchanged') return saved
  return choice.kind === 'chosen' ? choice.address : null
}

export function reducePicture(state: PictureState, event: PictureEvent): PictureState {
  switch (event.type) {
    case 'open':
      return { ...state, isOpening: true, problem: null }
    case 'opened':
      return { ...state, isOpening: false, cropping: event.cropping }
    case 'refused':
      return { ...state, isOpening: false, cropping: null, problem: event.code }
    case 'crop_closed':
      return { ...state, cropping: null }
    case 'chosen':
      return setChoice({ ...state, cropping: null }, { kind: 'chosen', picture: event.picture, address: event.address })
    case 'removed':
      return setChoice(state, { kind: 'removed' })
    case 'undone':
      return setChoice(state, UNCHANGED)
    case 'sending':
      return { ...state, saving: { status: 'sending', part: event.part, removes: state.choice.kind === 'removed' } }
    case 'saved':
      // Shows the local image even after the upload. Other people load the picture from the server's URL.
      return setChoice({ ...state, saved: findShownPicture(state) }, UNCHANGED)
    case 'not_saved':
      return { ...state, saving: { status: 'failed', code: event.code } }
  }
}

function setChoice(state: PictureState, choice: PictureChoice): PictureState {
  return { ...state, choice, problem: null, saving: IDLE }
}
