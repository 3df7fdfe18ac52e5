import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { Refusal } from '@kundig/contract/errors'
import type { Category } from '@kundig/contract/profiles/categories'
import type { OwnProfile } from '@kundig/contract/profiles/profiles.contract'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { refreshSession } from '../../auth/session.queries.ts'
import { useSaveProfile } from '../own-profile.queries.ts'
import { profilesTexts } from '../profiles.messages.ts'
import { checkDraft, toDetails, toDraftField, toDraft, toExpertise, isSameDraft } from './profile-draft.ts'

/** How long a success is seen before the form is left (ms, spec 9). */
const SUCCESS_SHOWN_MS = 1000

/** The name of the submit button that previews after saving. */
export const PREVIEW_INTENT = 'preview'

export interface ProfileFormOptions {
  userId: string
  /** The profile to change, or null to create it. */
  profile: OwnProfile | null
  /** The name to begin a new profile with, if one is known. */
  suggestedName?: string
  /** Its category, if one is known. */
  suggestedCategory?: Category
  /** Called one second after a success (spec 9). */
  onDone: () => void
  /** Called right after a success by the preview button. */
  onPreview: () => void
}

/** What is saved after the profile itself; false when that failed, which it has told then. */
type SaveRest = () => Promise<boolean>

/** The state of the profile form, and saving it: busy until it is left, or the rest could not be saved. */
export function useProfileForm(
  { userId, profile, suggestedName, suggestedCategory, onDone, onPreview }: ProfileFormOptions,
  saveRest: SaveRest,
) {
  const [saved, setSaved] = useState(() => toDraft(profile, suggestedName, suggestedCategory))
  const [previewing, setPreviewing] = useState(false)
  const save = useSaveProfile()
  const queryClient = useQueryClient()
  const texts = useTexts(profilesTexts)
  const isLeft = useLeft()
  const form = useCheckedForm({
    initial: toDraft(profile, suggestedName, suggestedCategory),
    check: checkDraft,
    send: async (draft, submitter) => {
      const { full_name, bio, is_public } = draft
      const preview = submitter instanceof HTMLButtonElement && submitter.value === PREVIEW_INTENT
      const expertise = toExpertise(draft)
      if (!expertise) throw new Refusal('CATEGORY_REQUIRED_ON_FORM', 'expertise')
      const ended = sessionSignal(queryClient)
      await save.mutateAsync({
        id: userId,
        full_name,
        bio,
        expertise,
        is_public,
        ...(profile && toDetails(draft)),
      })
      // Screens that need a profile look at the session; it must know before anyone goes there.
      if (!profile) await refreshSession(queryClient)
      // What follows belongs to whoever is logged in then.
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
    fieldOf: (_code, serverField, draft) => toDraftField(serverField, draft),
  })
  return {
    ...form,
    /** Whether the draft is other than what was saved last. */
    changed: !isSameDraft(form.values, saved),
    /** The value of a button that submits once more what was submitted last. */
    lastIntent: previewing ? PREVIEW_INTENT : undefined,
  }
}

/** Whether the screen was left: then its answers lead nobody anywhere any more. */
function useLeft(): RefObject<boolean> {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return isLeft
}
