import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import { type Face, FACE_LIMITS } from '@kundig/contract/site-face'
import type { SiteSettings } from '@kundig/contract/site-settings'

import { Button } from '../../../design-system/button.tsx'
import { Field, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Notice } from '../../../design-system/notice.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { auditLogQuery } from '../operations.queries.ts'
import { faceTexts } from './face.messages.ts'
import { settingsQuery } from './settings.queries.ts'
import { type Judgement, UnreadableColours } from './unreadable-colours.tsx'

/** Has an owner name the site and choose its colours and words. Where texts cannot be read, it says which, and what would do. */
export function FaceForm({ found }: { found: { version: number; settings: SiteSettings } }) {
  const texts = useTexts(faceTexts)
  const queryClient = useQueryClient()
  const [isChanged, setIsChanged] = useState(false)
  const [judgement, setJudgement] = useState<Judgement | null>(null)
  const form = useCheckedForm<Face>({
    initial: found.settings.face,
    check: ({ name }) => ({ name: name.trim() === '' ? 'FACE_NAME_INVALID' : null }),
    send: async (face) => {
      const ended = sessionSignal(queryClient)
      const judged = await client.operations.judgeColours({ primary: face.primary, accent: face.accent })
      if (ended.aborted) return
      setJudgement(judged.failures.length > 0 ? judged : null)
      if (judged.failures.length > 0) return
      const answer = await client.operations.setFace({ version: found.version, ...face })
      if (ended.aborted) return
      setIsChanged(false)
      queryClient.setQueryData(settingsQuery.queryKey, answer)
      toast.success(texts.saved)
      await queryClient.invalidateQueries({ queryKey: auditLogQuery.queryKey })
    },
    fallback: 'UNEXPECTED',
    emptyWhenSent: false,
    onRefused: (code: ErrorCode) => {
      if (code !== 'SETTINGS_CHANGED') return false
      void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }).then(() => setIsChanged(true))
      return true
    },
  })
  const field = (name: keyof Face, label: string, more: ComponentProps<'input'> & { hint?: string } = {}) => {
    const { hint, ...rest } = more
    return (
      <Field label={label} hint={hint} required={name === 'name'} error={form.errorAt(name)}>
        {(control) => (
          <TextInput
            {...control}
            name={name}
            autoComplete="off"
            value={form.values[name]}
            readOnly={form.busy}
            onChange={(event) => form.set(name, event.target.value)}
            {...rest}
          />
        )}
      </Field>
    )
  }
  const { numberMax, headlineMax, leadMax, footerMax } = FACE_LIMITS
  return (
    <form noValidate aria-label={texts.title} className="grid gap-4" onSubmit={(event) => void form.submit(event)}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {field('name', texts.name, { maxLength: FACE_LIMITS.nameMax })}
        {field('sender_name', texts.sender, { maxLength: FACE_LIMITS.senderMax, hint: texts.senderHint })}
        {field('primary', texts.primary, { maxLength: 7, hint: texts.primaryHint, spellCheck: false })}
        {field('accent', texts.accent, { maxLength: 7, hint: texts.accentHint, spellCheck: false })}
      </div>
      {judgement && (
        <UnreadableColours
          judgement={judgement}
          onTake={({ primary, accent }) => {
            form.set('primary', primary)
            form.set('accent', accent)
            setJudgement(null)
          }}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {field('headline_en', texts.headlineEn, { maxLength: headlineMax })}
        {field('headline_nl', texts.headlineNl, { maxLength: headlineMax })}
        {field('lead_en', texts.leadEn, { maxLength: leadMax })}
        {field('lead_nl', texts.leadNl, { maxLength: leadMax })}
        {field('footer_en', texts.footerEn, { maxLength: footerMax })}
        {field('footer_nl', texts.footerNl, { maxLength: footerMax })}
        {field('legal_name', texts.legalName, { maxLength: FACE_LIMITS.legalNameMax })}
        {field('register_number', texts.register, { maxLength: numberMax })}
        {field('vat_number', texts.vat, { maxLength: numberMax })}
        {field('contact_email', texts.email, { maxLength: FACE_LIMITS.emailMax, inputMode: 'email' })}
        {field('contact_phone', texts.phone, { maxLength: FACE_LIMITS.phoneMax, inputMode: 'tel' })}
        {field('contact_address', texts.address, { maxLength: FACE_LIMITS.addressMax })}
      </div>
      {isChanged && (
        <div role="alert">
          <Notice tone="pending" title={texts.meanwhile} />
        </div>
      )}
      <FormError text={form.formError} />
      <Button type="submit" className="justify-self-start" busy={form.busy}>
        {texts.save}
      </Button>
    </form>
  )
}
