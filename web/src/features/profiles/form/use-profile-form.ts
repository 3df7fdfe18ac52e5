import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { Refusal } from '@kundig/contract/errors'
import type { Category } from '@kundig/contract/profiles/categories'
import type { OwnProfile } from '@kundig/contract/profiles/profiles.contract'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { refreshSession } from '../../auth/session.queries.ts'
import { useSaveProfile } from '../own-profile.queries.ts'
import { profilesTexts } from '../profiles.messages.ts'
import { checkDraft, toDetails, toDraftField, toDraft, toExpertise, isSameDraft } from './profile-draft.ts'

/** Delay between the success message and the closing of the form (ms, spec 9). */
const SUCCESS_SHOWN_MS = 1000

export const PREVIEW_INTENT = 'preview'

export interface ProfileFormOptions {
  userId: string
  profile: OwnProfile | null
  suggestedName?: string
  suggestedCategory?: Category
  /** Called one second after the profile was saved (spec 9). */
  onDone: () => void
  onPreview: () => void
}

/** Saves the picture after the profile. After a failure, the function shows the error and returns false. */
type SaveRest = () => Promise<boolean>

/** Profile form. After a save, the form remains busy until it closes, or until `saveRest` fails. */
export function useProfileForm(
  { userId, profile, suggestedName, suggestedCategory, onDone, onPreview }: ProfileFormOptions,
  saveRest: SaveRest,
) {
  const [saved, setSaved] = useState(() => toDraft(profile, suggestedName, suggestedCategory))
  const [previewing, setPreviewing] = useState(false)
  const save = useSaveProfile()
  const queryClient = useQueryClient()
  const texts = useTexts(profilesTexts)
  const isLeft = useIsUnmounted()
  const form = useCheckedForm({
    initial: toDraft(profile, suggestedName, suggestedCategory),
    check: checkDraft,
    send: async (draft, submitter) => {
      const { full_name, bio, is_public } = draft
      const preview = submitter instanceof HTMLButtonElement && submitter.value === PREVIEW_INTENT
      const expertise = toExpertise(draft)
      if (!expertise) throw new Refusal('CATEGORY_REQUIRED_ON_FORM', 'expertise')
      const ended = getSessionSignal(queryClient)
      await save.mutateAsync({
        id: userId,
        full_name,
        bio,
        expertise,
        is_public,
        ...(profile && toDetails(draft)),
      })
      // Refetches the session first. Screens that need a profile read from the session whether one exists.
      if (!profile) await refreshSession(queryClient)
      // Another person may have logged in. The picture must not be saved for them.
      if (ended.aborted) return
      setSaved(draft)
      setPreviewing(preview)
      if (!(await saveRest()) || ended.aborted) return
      toast.success(profile ? texts.saved : texts.created)
      if (!preview) await new Promise((resolve) => setTimeout(resolve, SUCCESS_SHOWN_MS))
      if (isLeft.current) return
      if (preview) onPreview()
      else onDone()
    },
    fallback: profile ? 'PROFILE_UPDATE_FAILED' : 'PROFILE_SAVE_FAILED',
    outagesAsFallback: true,
    findField: (_code, serverField, draft) => toDraftField(serverField, draft),
  })
  return {
    ...form,
    changed: !isSameDraft(form.values, saved),
    lastIntent: previewing ? PREVIEW_INTENT : undefined,
  }
}

/** Returns a ref that is true after unmount. A late answer must then not navigate. */
function useIsUnmounted(): RefObject<boolean> {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return isLeft
}
