import { useMutation } from '@tanstack/react-query'
import { type RefObject, type SubmitEvent, useState } from 'react'

import { checkEmail, normaliseEmail } from '@kundig/contract/auth/credentials'
import type { ErrorCode } from '@kundig/contract/errors'
import {
  checkReportLaw,
  checkReportText,
  findMissingFields,
  type ReportCategory,
} from '@kundig/contract/safety/report-rules'
import type { ReportInput, ReportReceipt, ReportSubject } from '@kundig/contract/safety/safety.contract'

import { client } from '../../platform/api/client.ts'
import { toFailure } from '../../platform/api/failure.ts'
import { useErrorText } from '../../platform/i18n/texts.ts'
import { toDraftKey, DraftStore } from '../../platform/state/draft-store.ts'
import { useViewerId } from '../auth/session-viewer.ts'

interface Draft {
  category: ReportCategory | ''
  law: string
  text: string
  email: string
}
type FieldName = keyof Draft

const NOTHING: Draft = { category: '', law: '', text: '', email: '' }

const drafts = new DraftStore<Draft>()

function findFieldErrors({ category, law, text, email }: Draft): Partial<Record<FieldName, ErrorCode>> {
  if (category === '') return { category: 'FIELD_REQUIRED' }
  const wrong: Partial<Record<FieldName, ErrorCode>> = {}
  const put = (field: FieldName, code: ErrorCode | null): void => {
    if (code) wrong[field] = code
  }
  if (category === 'illegal') put('law', checkReportLaw(law))
  put('text', checkReportText(text))
  if (email.trim() !== '') put('email', checkEmail(email))
  for (const field of findMissingFields({ category, law, text })) put(field, 'FIELD_REQUIRED')
  return wrong
}

export type ReportFormState = ReturnType<typeof useReportForm>

/** Report form, validated from the first submit on. @param element form whose first invalid field gets the focus */
export function useReportForm(subject: ReportSubject, element: RefObject<HTMLFormElement | null>) {
  const errorText = useErrorText()
  const viewerId = useViewerId()
  const key = toDraftKey(viewerId ?? 'visitor', `report ${JSON.stringify(subject)}`)
  const [draft, setDraft] = useState(() => drafts.read(key) ?? NOTHING)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ field: string | undefined; code: ErrorCode } | null>(null)
  const [receipt, setReceipt] = useState<ReportReceipt | null>(null)
  const judged = tried ? findFieldErrors(draft) : {}
  const findError = (field: FieldName): string | undefined => {
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
    const first = Object.keys(findFieldErrors(draft))[0]
    if (first !== undefined || category === '') {
      element.current?.querySelector<HTMLElement>(`[name="${first ?? 'category'}"]`)?.focus()
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

  return {
    draft,
    isVisitor: viewerId === null,
    isPending,
    findError,
    failure: failure && errorText(failure),
    receipt,
    change,
    submit,
  }
}
