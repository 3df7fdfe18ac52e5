import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

import { normaliseFactorCode } from '@kundig/contract/auth/second-factor'
import { SIGN_IN_CODE } from '@kundig/contract/auth/sign-in-code'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { readFromSession, saveToSession } from '../../../platform/session-storage.ts'
import { authTexts } from '../auth.messages.ts'
import { CodeField } from '../code-field.tsx'
import { AddressForm } from '../mail/address-form.tsx'
import { CheckYourMail } from '../mail/check-your-mail.tsx'
import { signInCodeTexts } from './sign-in-code.messages.ts'
import { CODE_ADDRESS, useCodeSignIn } from './use-code-sign-in.ts'

const send = (email: string) => client.auth.requestSignInCode({ email })

/**
 * The auth screen's mode for mailed codes: asks for the address, then for the code. The tab keeps the address.
 * @param onPassword goes back to the form with a password
 * @param onDone called once someone is logged in
 */
export function CodeSignIn({ onPassword, onDone }: { onPassword: () => void; onDone: () => void }) {
  const texts = useTexts(signInCodeTexts)
  const { emailMeACode } = useTexts(authTexts)
  const typedEmail = useLocation().state.typedEmail ?? ''
  const [address, setAddress] = useState(() => readFromSession(CODE_ADDRESS))
  const [draft, setDraft] = useState(typedEmail)
  const [justSent, setJustSent] = useState(false)
  const back = (
    <button type="button" className={`${textLinkClass} min-h-11`} onClick={onPassword}>
      {texts.withPassword}
    </button>
  )
  if (address === null) {
    return (
      <AddressForm
        title={texts.title}
        lead={texts.lead}
        button={emailMeACode}
        typedEmail={draft}
        send={send}
        onSent={(email) => {
          saveToSession(CODE_ADDRESS, email)
          setJustSent(true)
          setAddress(email)
        }}
      >
        {back}
      </AddressForm>
    )
  }
  return (
    <CheckYourMail
      lead={texts.sentLead(address)}
      hint={texts.sentHint}
      justSent={justSent}
      send={() => send(address)}
      onOtherAddress={() => {
        saveToSession(CODE_ADDRESS, null)
        setDraft(address)
        setAddress(null)
      }}
      back={back}
    >
      <CodeForm email={address} onDone={onDone} />
    </CheckYourMail>
  )
}

function CodeForm({ email, onDone }: { email: string; onDone: () => void }) {
  const texts = useTexts(signInCodeTexts)
  const signIn = useCodeSignIn()
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: codeProblem(normaliseFactorCode(code)) }),
    send: async ({ code }) => {
      if (await signIn({ email, code })) onDone()
    },
    fallback: 'AUTHENTICATION_FAILED',
    fieldOf: (code) => (code === 'SIGN_IN_CODE_INVALID' ? 'code' : undefined),
  })
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <CodeField
        label={texts.code}
        error={errorAt('code')}
        inputMode="numeric"
        value={values.code}
        onChange={(code) => set('code', code)}
      />
      <FormError text={formError} />
      <Button type="submit" size="lg" busy={busy}>
        {texts.logIn}
      </Button>
    </form>
  )
}

function codeProblem(code: string) {
  if (code === '') return 'FIELD_REQUIRED'
  return /^\d+$/u.test(code) && code.length === SIGN_IN_CODE.digits ? null : 'SIGN_IN_CODE_INVALID'
}
