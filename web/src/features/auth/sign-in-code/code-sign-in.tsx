import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

import { textLinkClass } from '../../../design-system/link-styles.ts'
import { client } from '../../../platform/api/client.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { readFromSession, saveToSession } from '../../../platform/session-storage.ts'
import { authTexts } from '../auth.messages.ts'
import { AddressForm } from '../mail/address-form.tsx'
import { MailSentNotice } from '../mail/mail-sent-notice.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { signInCodeTexts } from './sign-in-code.messages.ts'
import { CODE_ADDRESS } from './use-code-sign-in.ts'

const send = (email: string) => client.auth.requestSignInCode({ email })

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
    <MailSentNotice
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
      <MailedCodeForm email={address} onDone={(isIn) => isIn && onDone()} />
    </MailSentNotice>
  )
}
