import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { textLinkClass } from '../../../design-system/link-styles.ts'
import { client } from '../../../platform/api/client.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { AddressForm } from '../mail/address-form.tsx'
import { MailSentNotice } from '../mail/mail-sent-notice.tsx'
import { passwordTexts } from '../password.messages.ts'
import { rememberResetAddress } from './reset-address.ts'

/** Screen that requests a reset link by mail (spec 2, forgot-password mode). */
export function ForgotPasswordScreen({ typedEmail = '' }: { typedEmail?: string | undefined }) {
  const texts = useTexts(passwordTexts)
  const [email, setEmail] = useState(typedEmail)
  const [sent, setSent] = useState(false)
  const send = (address: string) => client.auth.requestReset({ email: address })
  const back = (
    <Link to="/login" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
      {texts.backToLogin}
    </Link>
  )
  return (
    <AuthFrame>
      {sent ? (
        <MailSentNotice
          lead={texts.checkLead(email)}
          hint={texts.checkHint}
          justSent
          send={() => send(email)}
          onOtherAddress={() => setSent(false)}
          back={back}
        />
      ) : (
        <AddressForm
          title={texts.forgotTitle}
          lead={texts.forgotLead}
          button={texts.sendLink}
          typedEmail={email}
          send={send}
          onSent={(address) => {
            rememberResetAddress(address)
            setEmail(address)
            setSent(true)
          }}
        >
          {back}
        </AddressForm>
      )}
    </AuthFrame>
  )
}
