import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { textLinkClass } from '../../design-system/link-styles.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { outcomeOf, reportOutcome } from './google-window.ts'
import { googleTexts } from './google.messages.ts'

/** How long the news gets to leave before the window closes (ms). */
const LEAVE_MS = 100

/**
 * The last page of the window in which people sign in with Google: tells the page that opened it what came
 * of it, and closes. What it says is for browsers that do not let a page close its own window.
 */
export function GoogleWindowEnd() {
  const texts = useTexts(googleTexts)
  const errorText = useErrorText()
  const [outcome] = useState(() => outcomeOf(window.location.search))
  useEffect(() => {
    reportOutcome(outcome)
    const timer = setTimeout(() => window.close(), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <div className="mx-auto grid w-full max-w-[32rem] flex-1 content-center justify-items-start gap-3 px-4 py-10">
      <h1 className="text-xl">{texts.windowTitle}</h1>
      {'ok' in outcome ? (
        <p>{texts.windowDone}</p>
      ) : (
        <>
          <p>{errorText(outcome.code)}</p>
          <p className="text-ink-2">{texts.windowClose}</p>
        </>
      )}
      <Link to="/login" className={textLinkClass}>
        {texts.toLogin}
      </Link>
    </div>
  )
}
