import { useEffect, useRef, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { toFailure } from '../../platform/api/failure.ts'
import { UploadCancelled } from '../../platform/uploads/upload.ts'
import type { PictureCropper } from './picture-cropper.tsx'
import { cutPicture, openPicture, type WorkingCopy } from './picture-processing.ts'
import type { Square } from './picture-rules.ts'
import { sendPicture } from './picture-upload.ts'
import { useRememberPicture } from './profile.queries.ts'

/** An image that is being cropped, and what crops it: that comes only with the first image. */
export interface Cropping {
  copy: WorkingCopy
  Cropper: typeof PictureCropper
}

/** What the person did with the picture since it was last saved. */
type Choice = { kind: 'kept' } | { kind: 'chosen'; picture: Blob; address: string } | { kind: 'removed' }

/** How the saving of the picture goes. A failure without a code was the person's own wish. */
export type PictureSaving =
  | { status: 'idle' }
  | { status: 'sending'; part: number; removes: boolean }
  | { status: 'failed'; code: ErrorCode | null }

const KEPT: Choice = { kind: 'kept' }
const IDLE: PictureSaving = { status: 'idle' }

/** The picture of a profile form: choosing, cropping, and saving it once the profile itself is saved. */
export type Picture = ReturnType<typeof usePicture>

/**
 * @param stored the address of the picture that the profile has
 */
export function usePicture(userId: string, stored: string | null) {
  // What is saved is shown as it was sent; its address on the server serves everyone else.
  const [saved, setSaved] = useState(stored)
  const [choice, setChoice] = useState(KEPT)
  const [opening, setOpening] = useState(false)
  const [cropping, setCropping] = useState<Cropping | null>(null)
  const [problem, setProblem] = useState<ErrorCode | null>(null)
  const [saving, setSaving] = useState(IDLE)
  const upload = useRef<AbortController>(undefined)
  const { keep, release } = useAddresses()
  const remember = useRememberPicture()
  useEffect(() => () => upload.current?.abort(), [])

  const busy = opening || cropping !== null || saving.status === 'sending'

  function choose(next: Choice): void {
    setChoice(next)
    setProblem(null)
    setSaving(IDLE)
  }

  /** Opens a file for cropping, or says why not; the former choice stays. */
  async function open(file: File): Promise<void> {
    if (busy) return
    setOpening(true)
    setProblem(null)
    try {
      const copy = await openPicture(file)
      keep(copy.address)
      const cropper = await import('./picture-cropper.tsx')
      setCropping({ copy, Cropper: cropper.PictureCropper })
    } catch (error) {
      setProblem(toFailure(error, 'IMAGE_UNREADABLE').code)
    } finally {
      setOpening(false)
    }
  }

  function closeCropping(): void {
    if (cropping) release(cropping.copy.address)
    setCropping(null)
  }

  async function crop(square: Square): Promise<void> {
    if (!cropping) return
    try {
      const picture = await cutPicture(cropping.copy, square)
      choose({ kind: 'chosen', picture, address: keep(URL.createObjectURL(picture)) })
    } catch (error) {
      setProblem(toFailure(error, 'IMAGE_UNREADABLE').code)
    } finally {
      closeCropping()
    }
  }

  /**
   * Saves the choice, if there is one. Failures are kept to be shown, and the choice with them.
   * @returns whether everything is saved
   */
  async function save(): Promise<boolean> {
    if (choice.kind === 'kept') return true
    const controller = new AbortController()
    upload.current = controller
    const removes = choice.kind === 'removed'
    const onProgress = (part: number): void => setSaving({ status: 'sending', part, removes })
    onProgress(0)
    try {
      const address = await sendPicture(userId, removes ? null : choice.picture, {
        onProgress,
        signal: controller.signal,
      })
      remember(userId, address)
      setSaved(removes ? null : choice.address)
      choose(KEPT)
      return true
    } catch (error) {
      const code = error instanceof UploadCancelled ? null : toFailure(error, 'IMAGE_UNREADABLE').code
      setSaving({ status: 'failed', code })
      return false
    }
  }

  return {
    /** The address of what the profile will show after saving; null: initials. */
    shown: choice.kind === 'kept' ? saved : choice.kind === 'chosen' ? choice.address : null,
    choice: choice.kind,
    opening,
    cropping,
    /** Why a file was refused. */
    problem,
    saving,
    busy,
    open,
    crop,
    closeCropping,
    remove: () => choose({ kind: 'removed' }),
    undo: () => choose(KEPT),
    save,
    cancelSaving: () => upload.current?.abort(),
  }
}

/** Addresses of images in this tab: each is held until it is released, or the screen is left. */
function useAddresses() {
  const addresses = useRef(new Set<string>())
  useEffect(() => {
    const held = addresses.current
    return () => {
      for (const address of held) URL.revokeObjectURL(address)
      held.clear()
    }
  }, [])
  return {
    keep: (address: string): string => {
      addresses.current.add(address)
      return address
    },
    release: (address: string): void => {
      URL.revokeObjectURL(address)
      addresses.current.delete(address)
    },
  }
}
