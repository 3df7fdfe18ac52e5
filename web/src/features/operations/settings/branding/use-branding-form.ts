import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Branding } from '@kundig/contract/site/branding'

import { toast } from '../../../../design-system/toasts/toast.tsx'
import { client } from '../../../../platform/api/client.ts'
import { getSessionSignal } from '../../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { auditLogQuery } from '../../operations.queries.ts'
import { saveSettingsGroup, type SeenSettings } from '../save-over.ts'
import { settingsQuery } from '../settings.queries.ts'
import { brandingTexts } from './branding.messages.ts'
import type { Judgement } from './unreadable-colours.tsx'

const FIELDS: readonly (keyof Branding)[] = [
  'name',
  'sender_name',
  'primary',
  'accent',
  'headline_en',
  'headline_nl',
  'lead_en',
  'lead_nl',
  'footer_en',
  'footer_nl',
  'legal_name',
  'register_number',
  'vat_number',
  'contact_email',
  'contact_phone',
  'contact_address',
]

type ConcurrentChanges = readonly { name: keyof Branding; value: string }[]

/** Branding form. Fields without edits get another owner's changes. `theirs` lists all changes of that owner. */
export function useBrandingForm(found: SeenSettings) {
  const texts = useTexts(brandingTexts)
  const queryClient = useQueryClient()
  const [seen, setSeen] = useState(found)
  const [theirs, setTheirs] = useState<ConcurrentChanges | null>(null)
  const [judgement, setJudgement] = useState<Judgement | null>(null)
  const form = useCheckedForm<Branding>({
    initial: found.settings.face,
    check: ({ name }) => ({ name: name.trim() === '' ? 'FACE_NAME_INVALID' : null }),
    send: async (face) => {
      const ended = getSessionSignal(queryClient)
      const judged = await client.operations.judgeColours({ primary: face.primary, accent: face.accent })
      if (ended.aborted) return
      setJudgement(judged.failures.length > 0 ? judged : null)
      if (judged.failures.length > 0) return
      const saved = await saveSettingsGroup(queryClient, seen, 'face', (version) =>
        client.operations.setFace({ version, ...face }),
      )
      if (ended.aborted) return
      if ('meanwhile' in saved) return mergeConcurrentChanges(saved.meanwhile)
      setTheirs(null)
      setSeen(saved.answer)
      queryClient.setQueryData(settingsQuery.queryKey, saved.answer)
      toast.success(texts.saved)
      await queryClient.invalidateQueries({ queryKey: auditLogQuery.queryKey })
    },
    fallback: 'UNEXPECTED',
    emptyWhenSent: false,
  })

  function mergeConcurrentChanges(now: SeenSettings): void {
    const before = seen.settings.face
    const differing: { name: keyof Branding; value: string }[] = []
    for (const name of FIELDS) {
      const value = now.settings.face[name]
      if (value === before[name]) continue
      if (form.values[name] === before[name]) form.set(name, value)
      differing.push({ name, value })
    }
    setSeen(now)
    setTheirs(differing)
  }

  return { form, judgement, setJudgement, theirs }
}
