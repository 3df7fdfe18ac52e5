import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { Button } from '../../design-system/button.tsx'
import { api } from '../../platform/api/client.ts'
import { formatFullDateTime } from '../../platform/i18n/format.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { restrictedAccountTexts } from './restricted-account.messages.ts'
import { StatementsSection } from './statements-section.tsx'

export interface Restriction {
  state: 'suspended' | 'banned'
  until: string | null
}

/** Page for suspended or banned people: reasons, objection, data export and log-out. @param onLogOut never rejects */
export function RestrictedAccount({
  restriction: { state, until },
  onLogOut,
  ownData,
}: {
  restriction: Restriction
  onLogOut: () => Promise<void>
  ownData: ReactNode
}) {
  const texts = useTexts(restrictedAccountTexts)
  const language = useLanguage()
  const queryClient = useQueryClient()
  const [isLeaving, setIsLeaving] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // Removes the statements from the cache, because the next person must not see them.
  useEffect(() => () => queryClient.removeQueries({ queryKey: api.safety.statements.key() }), [queryClient])
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-8 sm:py-12">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {state === 'banned' ? texts.banned : texts.suspended}
      </h1>
      <p className="mt-3 text-ink-2">
        {until === null ? texts.bannedText : texts.suspendedUntil(formatFullDateTime(until, language))}
      </p>
      <p className="mt-2 text-ink-2">{texts.why}</p>
      <StatementsSection />
      {ownData}
      <Button
        variant="secondary"
        className="mt-6"
        busy={isLeaving}
        onClick={() => {
          setIsLeaving(true)
          void onLogOut().finally(() => setIsLeaving(false))
        }}
      >
        {texts.logOut}
      </Button>
    </div>
  )
}
