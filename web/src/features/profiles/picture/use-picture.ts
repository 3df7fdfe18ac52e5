import { useEffect, useReducer, useRef } from 'react'

import { toFailure } from '../../../platform/api/failure.ts'
import { UploadCancelled } from '../../../platform/uploads/upload.ts'
import { useRememberPicture } from '../own-profile.queries.ts'
import { cutPicture, openPicture } from './picture-processing.ts'
import type { Square } from './picture-rules.ts'
import { findShownPicture, isBusy, reducePicture, createPictureState } from './picture-state.ts'
import { sendPicture } from './picture-upload.ts'

export type Picture = ReturnType<typeof usePicture>

export function usePicture(userId: string, stored: string | null) {
  const [state, dispatch] = useReducer(reducePicture, stored, createPictureState)
  const upload = useRef<AbortController>(undefined)
  const addresses = useBlobUrls()
  const remember = useRememberPicture()
  useEffect(() => () => upload.current?.abort(), [])
  const { choice, cropping } = state

  const refuse = (error: unknown): void =>
    dispatch({ type: 'refused', code: toFailure(error, 'IMAGE_UNREADABLE').code })

  /** Opens a file for cropping. After a refusal, the previous choice stays. */
  async function openFile(file: File): Promise<void> {
    if (isBusy(state)) return
    dispatch({ type: 'open' })
    try {
      const copy = await openPicture(file)
      addresses.add(copy.address)
      const { PictureCropper } = await import('./picture-cropper.tsx')
      dispatch({ type: 'opened', cropping: { copy, Cropper: PictureCropper } })
    } catch (error) {
      refuse(error)
    }
  }

  function closeCropping(): void {
    if (cropping) addresses.revoke(cropping.copy.address)
    dispatch({ type: 'crop_closed' })
  }

  async function cropPicture(square: Square): Promise<void> {
    if (!cropping) return
    try {
      const picture = await cutPicture(cropping.copy, square)
      dispatch({ type: 'chosen', picture, address: addresses.add(URL.createObjectURL(picture)) })
    } catch (error) {
      refuse(error)
    } finally {
      addresses.revoke(cropping.copy.address)
    }
  }

  /** Saves the chosen picture. After a failure, choice and error stay visible. @returns true without unsaved changes */
  async function savePicture(): Promise<boolean> {
    if (choice.kind === 'unchanged') return true
    const controller = new AbortController()
    upload.current = controller
    const onProgress = (part: number): void => dispatch({ type: 'sending', part })
    onProgress(0)
    try {
      const address = await sendPicture(userId, choice.kind === 'removed' ? null : choice.picture, {
        onProgress,
        signal: controller.signal,
      })
      remember(userId, address)
      dispatch({ type: 'saved' })
      return true
    } catch (error) {
      const code = error instanceof UploadCancelled ? null : toFailure(error, 'IMAGE_UNREADABLE').code
      dispatch({ type: 'not_saved', code })
      return false
    }
  }

  return {
    shown: findShownPicture(state),
    choice: choice.kind,
    opening: state.isOpening,
    cropping,
    problem: state.problem,
    saving: state.saving,
    busy: isBusy(state),
    open: openFile,
    crop: cropPicture,
    closeCropping,
    remove: () => dispatch({ type: 'removed' }),
    undo: () => dispatch({ type: 'undone' }),
    save: savePicture,
    cancelSaving: () => upload.current?.abort(),
  }
}

/** Creates blob URLs that are revoked on request or on unmount. */
function useBlobUrls() {
  const addresses = useRef(new Set<string>())
  useEffect(() => {
    const all = addresses.current
    return () => {
      for (const address of all) URL.revokeObjectURL(address)
      all.clear()
    }
  }, [])
  return {
    add: (address: string): string => {
      addresses.current.add(address)
      return address
    },
    revoke: (address: string): void => {
      URL.revokeObjectURL(address)
      addresses.current.delete(address)
    },
  }
}
