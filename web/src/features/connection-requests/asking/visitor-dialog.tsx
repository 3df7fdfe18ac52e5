import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { checkEmail, normaliseEmail } from '@kundig/contract/auth/credentials'
import { checkFullName } from '@kundig/contract/profiles/profile-rules'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { cleanAndCheckMessage } from '@kundig/contract/texts/message-rules'

import { Button } from '../../../design-system/button.tsx'
import { EmailInput, Field, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { requestTexts } from '../connection-requests.messages.ts'
import { type VisitorDraft, visitorDrafts, visitorKey } from './introduction-drafts.ts'
import { IntroductionField, Receiver } from './introduction-field.tsx'
import { questionTexts } from './question.messages.ts'

export interface VisitorDialogProps {
  receiver: Profile
  onClose: () => void
  onLogIn: () => void
  /** Renders the Google button. `mayStart` checks the form before the Google window opens. */
  renderGoogle: (mayStart: (form: HTMLFormElement | null) => boolean) => ReactNode
  terms: ReactNode
  renderCode: (asked: { email: string; question: string; forget: () => void }) => ReactNode
}

/** Dialog for visitors: first the question, then the mailed code or Google. The tab stores the question. */
export function VisitorDialog({ receiver, onClose, onLogIn, renderGoogle, terms, renderCode }: VisitorDialogProps) {
  const { dialogTitle, close, cancel, send } = useTexts(requestTexts)
  const formId = useId()
  const key = visitorKey(receiver.id)
  const [stored] = useState(() => visitorDrafts.read(key))
  const [question, setQuestion] = useState(stored?.question)
  const save = (values: Values, asked?: string): void => visitorDrafts.save(key, { ...values, question: asked })
  const form = useCheckedForm<Values>({
    initial: { message: stored?.message ?? '', full_name: stored?.full_name ?? '', email: stored?.email ?? '' },
    check: ({ message, full_name, email }) => ({
      message: cleanAndCheckMessage(message).code,
      full_name: checkFullName(full_name),
      email: checkEmail(email),
    }),
    send: async (values) => {
      const asked = await client.connectionRequests.ask({ receiver_id: receiver.id, ...values })
      save(values, asked.id)
      setQuestion(asked.id)
    },
    fallback: 'REQUEST_SEND_FAILED',
  })
  const { values } = form
  return (
    <Dialog
      open
      onClose={onClose}
      title={dialogTitle}
      closeLabel={close}
      description={<Receiver profile={receiver} />}
      footer={
        question === undefined && (
          <>
            <Button variant="ghost" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" form={formId} busy={form.busy}>
              {send}
            </Button>
          </>
        )
      }
    >
      {question === undefined ? (
        <QuestionForm
          id={formId}
          form={form}
          onChange={(field, value) => {
            form.set(field, value)
            save({ ...values, [field]: value })
          }}
          onLogIn={onLogIn}
          renderGoogle={renderGoogle}
        >
          {terms}
        </QuestionForm>
      ) : (
        <CodeStep
          name={receiver.full_name}
          email={values.email}
          onChange={() => {
            save(values)
            setQuestion(undefined)
          }}
        >
          {renderCode({ email: normaliseEmail(values.email), question, forget: () => visitorDrafts.forget(key) })}
        </CodeStep>
      )}
    </Dialog>
  )
}

type Values = Pick<VisitorDraft, 'message' | 'full_name' | 'email'>

interface QuestionFormProps extends Pick<VisitorDialogProps, 'onLogIn' | 'renderGoogle'> {
  id: string
  form: ReturnType<typeof useCheckedForm<Values>>
  onChange: (field: keyof Values, value: string) => void
  children: ReactNode
}

function QuestionForm({ id, form, onChange, onLogIn, renderGoogle, children }: QuestionFormProps) {
  const texts = useTexts(questionTexts)
  const { values, errorAt, busy } = form
  // Google provides the email address, and the name if the visitor typed no name.
  const mayStart = (element: HTMLFormElement | null): boolean =>
    element !== null && form.validate(element, values.full_name.trim() === '' ? ['message'] : ['message', 'full_name'])
  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={(event) => void form.submit(event)}>
      <IntroductionField
        label={texts.question}
        placeholder={texts.questionPlaceholder}
        value={values.message}
        error={errorAt('message')}
        readOnly={busy}
        onChange={(value) => onChange('message', value)}
      />
      <Field label={texts.name} required error={errorAt('full_name')}>
        {(control) => (
          <TextInput
            {...control}
            name="full_name"
            autoComplete="name"
            value={values.full_name}
            onChange={(event) => onChange('full_name', event.target.value)}
          />
        )}
      </Field>
      <Field label={texts.email} hint={texts.emailHint} required error={errorAt('email')}>
        {(control) => (
          <EmailInput
            {...control}
            autoComplete="email"
            value={values.email}
            onChange={(event) => onChange('email', event.target.value)}
          />
        )}
      </Field>
      <FormError text={form.formError} />
      {renderGoogle(mayStart)}
      <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
        <span>{texts.haveAccount}</span>
        <button type="button" className={`${textLinkClass} min-h-11 px-0.5`} onClick={onLogIn}>
          {texts.logIn}
        </button>
      </p>
      {children}
    </form>
  )
}

function CodeStep({
  name,
  email,
  onChange,
  children,
}: {
  name: string
  email: string
  onChange: () => void
  children: ReactNode
}) {
  const texts = useTexts(questionTexts)
  const lead = useRef<HTMLParagraphElement>(null)
  // Focuses the lead text, because the pressed button was removed.
  useEffect(() => lead.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <p ref={lead} tabIndex={-1} className="font-semibold outline-none wrap-anywhere">
        {texts.checkMail(name)}
      </p>
      <p className="text-sm text-ink-2 wrap-anywhere">{texts.codeHint(email)}</p>
      {children}
      <button type="button" className={`${textLinkClass} min-h-11 w-fit text-sm`} onClick={onChange}>
        {texts.change}
      </button>
    </div>
  )
}
