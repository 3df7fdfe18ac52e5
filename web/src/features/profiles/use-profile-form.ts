import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import { type ErrorCode, ERRORS } from '@kundig/contract/errors'
import { DURATIONS } from '@kundig/contract/limits'
import type { OwnProfile } from '@kundig/contract/profiles/profiles.contract'

import { toast } from '../../design-system/toast.tsx'
import { failureOf } from '../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { refreshSession } from '../auth/session.queries.ts'
import {
  checkDraft,
  DRAFT_FIELDS,
  draftFieldOf,
  type DraftField,
  draftOf,
  expertiseOf,
  isSameDraft,
  type ProfileDraft,
} from './profile-draft.ts'
import { useSaveProfile } from './profile.queries.ts'
import { profilesTexts } from './profiles.messages.ts'

/** The name of the submit button that previews after saving. */
export const PREVIEW_INTENT = 'preview'

export interface ProfileFormOptions {
  userId: string
  /** The profile to change, or null to create it. */
  profile: OwnProfile | null
  /** Called one second after a success (spec 9). */
  onDone: () => void
  /** Called right after a success by the preview button. */
  onPreview: () => void
}

/** What is saved after the profile itself; false when that failed, which it has told then. */
type SaveRest = () => Promise<boolean>

/** The state of the profile form: values, problems (from the first submit on, then live) and saving. */
export function useProfileForm({ userId, profile, onDone, onPreview }: ProfileFormOptions, saveRest: SaveRest) {
  const [draft, setDraft] = useState(() => draftOf(profile))
  const [saved, setSaved] = useState(draft)
  const [previewing, setPreviewing] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<{ field: DraftField; code: ErrorCode } | null>(null)
  const [completing, setCompleting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = useSaveProfile()
  const queryClient = useQueryClient()
  const texts = useTexts(profilesTexts)
  const errorText = useErrorText()
  useEffect(() => () => clearTimeout(timer.current), [])

  const problems = submitted ? checkDraft(draft) : {}
  const busy = save.isPending || completing

  function set<Key extends keyof ProfileDraft>(key: Key, value: ProfileDraft[Key]): void {
    setDraft((before) => ({ ...before, [key]: value }))
    setRefused(null)
  }

  function errorAt(field: DraftField): string | null {
    const code = problems[field] ?? (refused?.field === field ? refused.code : undefined)
    return code ? errorText(code) : null
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const focus = (field: DraftField): void => {
      const control = form.elements.namedItem(field)
      if (control instanceof HTMLElement) control.focus()
    }
    const { submitter } = event.nativeEvent
    const preview = submitter instanceof HTMLButtonElement && submitter.value === PREVIEW_INTENT
    setSubmitted(true)
    const found = checkDraft(draft)
    const wrong = DRAFT_FIELDS.find((field) => found[field])
    const expertise = expertiseOf(draft)
    if (wrong || !expertise) return focus(wrong ?? 'category')
    try {
      await save.mutateAsync({
        id: userId,
        full_name: draft.full_name,
        bio: draft.bio,
        expertise,
        is_public: draft.is_public,
      })
      // Screens that need a profile look at the session; it must know before anyone goes there.
      if (!profile) await refreshSession(queryClient)
      setSaved(draft)
      setPreviewing(preview)
      if (!(await saveRest())) return undefined
      toast.success(profile ? texts.saved : texts.created)
      if (preview) return onPreview()
      setCompleting(true)
      timer.current = setTimeout(onDone, DURATIONS.profileCompletionMs)
    } catch (error) {
      const failure = failureOf(error, 'PROFILE_SAVE_FAILED')
      const field = draftFieldOf(failure.field, draft)
      toast.error(errorText(ERRORS[failure.code].status < 500 ? failure.code : 'PROFILE_SAVE_FAILED'))
      if (!field) return undefined
      setRefused({ field, code: failure.code })
      focus(field)
    }
  }

  return {
    draft,
    set,
    errorAt,
    busy,
    submit,
    /** Whether the draft is other than what was saved last. */
    changed: !isSameDraft(draft, saved),
    /** The value of a button that submits once more what was submitted last. */
    lastIntent: previewing ? PREVIEW_INTENT : undefined,
  }
}
