import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'

import { GOOGLE_JOIN_QUERY, type GoogleRefusal } from '@kundig/contract/auth/google-sign-in'

import { toButtonClass } from '../../../design-system/link-styles.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { LinkOutcome } from '../link-outcome.tsx'
import { GoogleJoinStep } from './google-join.tsx'
import { type GoogleOutcome, parseOutcome, reportOutcome } from './google-window.ts'
import { googleTexts } from './google.messages.ts'

/** Delay before the window closes (ms), so that its report reaches the opening page. */
const LEAVE_MS = 100

/** Last page of the Google window. Asks for the password of an existing account with a password. */
export function GoogleReturnScreen() {
  const [outcome, setOutcome] = useState(() =>
    window.location.search === GOOGLE_JOIN_QUERY ? null : parseOutcome(window.location.search),
  )
  return (
    <div className="mx-auto grid w-full max-w-[27rem] flex-1 content-center px-4 py-10">
      {outcome === null ? <GoogleJoinStep onDone={setOutcome} /> : <OutcomeReport outcome={outcome} />}
    </div>
  )
}

/** Reports the outcome to the opening page and closes the window. A window that stays open shows the outcome. */
function OutcomeReport({ outcome }: { outcome: GoogleOutcome }) {
  useEffect(() => {
    reportOutcome(outcome)
    const timer = setTimeout(() => window.close(), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return <OutcomeMessage refused={'ok' in outcome ? null : outcome.code} />
}

function OutcomeMessage({ refused }: { refused: GoogleRefusal | null }) {
  const texts = useTexts(googleTexts)
  const errorText = useErrorText()
  if (refused === null)
    return (
      <LinkOutcome
        tone="success"
        icon={<CircleCheck size={28} />}
        title={texts.windowDoneTitle}
        text={texts.windowClose}
      >
        <Link to="/dashboard" className={toButtonClass('secondary')}>
          {texts.toDashboard}
        </Link>
      </LinkOutcome>
    )
  return (
    <LinkOutcome
      tone="danger"
      icon={<CircleX size={28} />}
      title={texts.windowTitle}
      text={`${toSentence(errorText(refused))} ${texts.windowClose}`}
    >
      <Link to="/login" className={toButtonClass('secondary')}>
        {texts.toLogin}
      </Link>
    </LinkOutcome>
  )
}

function toSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
