import type { ErrorCode } from '@kundig/contract/errors'

import type { PictureCropper } from './picture-cropper.tsx'
import type { WorkingCopy } from './picture-processing.ts'

/** An image that is being cropped, and what crops it: that comes only with the first image. */
export interface Cropping {
  copy: WorkingCopy
  Cropper: typeof PictureCropper
}

/** What the person did with the picture since it was last saved. */
export type PictureChoice =
  | { kind: 'unchanged' }
  | { kind: 'chosen'; picture: Blob; address: string }
  | { kind: 'removed' }

/** How the saving of the picture goes. A failure without a code was the person's own wish. */
export type PictureSaving =
  | { status: 'idle' }
  | { status: 'sending'; part: number; removes: boolean }
  | { status: 'failed'; code: ErrorCode | null }

/** The picture of a profile form. */
export interface PictureState {
  /** The address of what is saved; null: none. */
  saved: string | null
  choice: PictureChoice
  /** A file is being opened for cropping. */
  isOpening: boolean
  cropping: Cropping | null
  /** Why a file was refused. */
  problem: ErrorCode | null
  saving: PictureSaving
}

/** What happens to it. */
export type PictureEvent =
  | { type: 'open' }
  | { type: 'opened'; cropping: Cropping }
  /** A file could not be opened, or not be cut; the former choice stays. */
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

/** @param saved the address of the picture that the profile has */
export function startPicture(saved: string | null): PictureState {
  return { saved, choice: UNCHANGED, isOpening: false, cropping: null, problem: null, saving: IDLE }
}

/** Whether something is under way that no other file or choice may cross. */
export function isBusy({ isOpening, cropping, saving }: PictureState): boolean {
  return isOpening || cropping !== null || saving.status === 'sending'
}

/** The address of what the profile will show after saving; null: initials. */
export function findShown({ saved, choice }: PictureState): string | null {
  if (choice.kind === 'unchanged') return saved
  return choice.kind === 'chosen' ? choice.address : null
}

/** What an event makes of a state. */
export function next(state: PictureState, event: PictureEvent): PictureState {
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
      return choose({ ...state, cropping: null }, { kind: 'chosen', picture: event.picture, address: event.address })
    case 'removed':
      return choose(state, { kind: 'removed' })
    case 'undone':
      return choose(state, UNCHANGED)
    case 'sending':
      return { ...state, saving: { status: 'sending', part: event.part, removes: state.choice.kind === 'removed' } }
    case 'saved':
      // What is saved is shown as it was sent; its address on the server serves everyone else.
      return choose({ ...state, saved: findShown(state) }, UNCHANGED)
    case 'not_saved':
      return { ...state, saving: { status: 'failed', code: event.code } }
  }
}

function choose(state: PictureState, choice: PictureChoice): PictureState {
  return { ...state, choice, problem: null, saving: IDLE }
}
