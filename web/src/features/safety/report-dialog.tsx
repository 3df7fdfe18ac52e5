import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'

import { checkEmail, normaliseEmail } from '@kundig/contract/auth/credentials'
import type { ErrorCode } from '@kundig/contract/errors'
import { REPORT_LIMITS } from '@kundig/contract/safety/report-limits'
import {
  checkReportLaw,
  checkReportText,
  missingOf,
  REPORT_CATEGORIES,
  type ReportCategory,
} from '@kundig/contract/safety/report-rules'
import type { ReportInput, ReportReceipt, ReportSubject } from '@kundig/contract/safety/safety.contract'
import { lengthOf } from '@kundig/contract/texts/sanitising'

import { Button } from '../../design-system/button.tsx'
import { CharacterCount } from '../../design-system/fields/character-count.tsx'
import { EmailInput, Field, ProseInput, Select } from '../../design-system/fields/field.tsx'
import { FormError } from '../../design-system/fields/form-error.tsx'
import { TextArea } from '../../design-system/fields/text-area.tsx'
import { Dialog } from '../../design-system/layers/dialog.tsx'
import { client } from '../../platform/api/client.ts'
import { toFailure } from '../../platform/api/failure.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { draftKey, DraftStore } from '../../platform/state/draft-store.ts'
import { useViewerId } from '../auth/session-viewer.ts'
import { reportTexts } from './report.messages.ts'

/** What is reported, and whom it is about. */
export interface ReportTarget {
  subject: ReportSubject
  person: { id: string; full_name: string }
}

interface Draft {
  category: ReportCategory | ''
  law: string
  text: string
  email: string
}
type FieldName = keyof Draft

const NOTHING: Draft = { category: '', law: '', text: '', email: '' }

/** Reports that were begun and not sent, for each person and thing. */
const drafts = new DraftStore<Draft>()

export interface ReportDialogProps {
  /** Null keeps the dialog closed. */
  target: ReportTarget | null
  onClose: () => void
  onBlock?: ((person: ReportTarget['person']) => void) | undefined
}

/** Asks what is wrong with something, sends that, and shows the receipt. */
export function ReportDialog({ target, ...rest }: ReportDialogProps) {
  return target && <ReportForm key={JSON.stringify(target.subject)} target={target} {...rest} />
}

/** What is wrong with what was filled in, by field. */
function judge({ category, law, text, email }: Draft): Partial<Record<FieldName, ErrorCode>> {
  if (category === '') return { category: 'FIELD_REQUIRED' }
  const wrong: Partial<Record<FieldName, ErrorCode>> = {}
  const put = (field: FieldName, code: ErrorCode | null): void => {
    if (code) wrong[field] = code
  }
  if (category === 'illegal') put('law', checkReportLaw(law))
  put('text', checkReportText(text))
  if (email.trim() !== '') put('email', checkEmail(email))
  for (const field of missingOf({ category, law, text })) put(field, 'FIELD_REQUIRED')
  return wrong
}

function ReportForm({ target, onClose, onBlock }: ReportDialogProps & { target: ReportTarget }) {
  const { subject, person } = target
  const texts = useTexts(reportTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const viewerId = useViewerId()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const key = draftKey(viewerId ?? 'visitor', `report ${JSON.stringify(subject)}`)
  const [draft, setDraft] = useState(() => drafts.read(key) ?? NOTHING)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ field: string | undefined; code: ErrorCode } | null>(null)
  const [receipt, setReceipt] = useState<ReportReceipt | null>(null)
  const judged = tried ? judge(draft) : {}
  const errorOf = (field: FieldName): string | undefined => {
    const code = judged[field] ?? (refused?.field === field ? refused.code : undefined)
    return code && errorText(code, draft[field])
  }
  const failure = refused && !Object.hasOwn(NOTHING, refused.field ?? '') ? refused.code : null

  const { mutate, isPending } = useMutation({
    mutationFn: (input: ReportInput) => client.safety.report(input),
    networkMode: 'always',
    onSuccess: (given) => {
      drafts.forget(key)
      setReceipt(given)
    },
    onError: (error) => {
      const { code, field } = toFailure(error, 'UNEXPECTED')
      setRefused({ code, field })
    },
  })

  const change = (changed: Partial<Draft>): void => {
    const next = { ...draft, ...changed }
    drafts.save(key, next)
    setDraft(next)
    setRefused(null)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isPending) return
    setTried(true)
    const { category, law, text, email } = draft
    const first = Object.keys(judge(draft))[0]
    if (first !== undefined || category === '') {
      form.current?.querySelector<HTMLElement>(`[name="${first ?? 'category'}"]`)?.focus()
      return
    }
    mutate({
      subject,
      category,
      ...(text.trim() !== '' && { text }),
      ...(category === 'illegal' && { law }),
      ...(viewerId === null && email.trim() !== '' && { email: normaliseEmail(email) }),
    })
  }

  const titles = {
    profile: texts.titleProfile,
    request: texts.titleRequest,
    room: texts.titleRoom,
    message: texts.titleMessage,
    file: texts.titleFile,
    review: texts.titleReview,
    review_answer: texts.titleAnswer,
  }
  const categories = {
    spam: texts.isSpam,
    scam: texts.isScam,
    harassment: texts.isHarassment,
    illegal: texts.isIllegal,
    other: texts.isOther,
  }

  if (receipt) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={texts.thanks}
        closeLabel={texts.close}
        footer={<Button onClick={onClose}>{texts.close}</Button>}
      >
        <Receipt receipt={receipt}>
          {onBlock && (
            <div className="grid justify-items-start gap-3 border-t border-border pt-4">
              <p className="wrap-anywhere">{texts.offer(person.full_name)}</p>
              <Button
                variant="secondary"
                onClick={() => {
                  onClose()
                  onBlock(person)
                }}
              >
                {texts.block(person.full_name)}
              </Button>
            </div>
          )}
        </Receipt>
      </Dialog>
    )
  }

  const isTextNeeded = draft.category === 'illegal' || draft.category === 'other'
  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[subject.kind]}
      closeLabel={texts.close}
      description={<span className="wrap-anywhere">{texts.lead(person.full_name)}</span>}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} busy={isPending}>
            {texts.send}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate className="grid gap-4" onSubmit={submit}>
        <Field label={texts.category} required error={errorOf('category')}>
          {(control) => (
            <Select
              {...control}
              name="category"
              value={draft.category}
              placeholder={texts.choose}
              options={REPORT_CATEGORIES.map((value) => ({ value, label: categories[value] }))}
              onChange={({ target: { value } }) =>
                change({ category: REPORT_CATEGORIES.find((category) => category === value) ?? '' })
              }
            />
          )}
        </Field>
        {draft.category === 'illegal' && (
          <Field label={texts.law} hint={texts.lawHint} required error={errorOf('law')}>
            {(control) => (
              <ProseInput
                {...control}
                name="law"
                autoComplete="off"
                value={draft.law}
                readOnly={isPending}
                onChange={(event) => change({ law: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field
          label={texts.text}
          {...(isTextNeeded ? { required: true } : { optionalText: texts.optional })}
          error={errorOf('text')}
          aside={
            <CharacterCount
              count={lengthOf(draft.text.trim())}
              max={REPORT_LIMITS.textMax}
              locale={language}
              label={texts.characters}
            />
          }
        >
          {(control) => (
            <TextArea
              {...control}
              name="text"
              rows={4}
              maxRows={10}
              value={draft.text}
              readOnly={isPending}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
        {viewerId === null && (
          <Field label={texts.email} optionalText={texts.optional} hint={texts.emailHint} error={errorOf('email')}>
            {(control) => (
              <EmailInput
                {...control}
                value={draft.email}
                readOnly={isPending}
                onChange={(event) => change({ email: event.target.value })}
              />
            )}
          </Field>
        )}
        <p className="text-sm text-ink-2">{texts.honest}</p>
        <FormError text={failure && errorText(failure)} />
      </form>
    </Dialog>
  )
}

function Receipt({ receipt, children }: { receipt: ReportReceipt; children: ReactNode }) {
  const texts = useTexts(reportTexts)
  const said = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => said.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <div ref={said} tabIndex={-1} className="grid gap-3 outline-none">
        <p>{receipt.is_mailed ? texts.mailed : texts.notMailed}</p>
        <p>
          {texts.reference}: <strong className="num whitespace-nowrap">{receipt.reference}</strong>
        </p>
      </div>
      {children}
    </div>
  )
}
