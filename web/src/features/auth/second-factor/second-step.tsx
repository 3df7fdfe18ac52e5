import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { textLinkClass } from '../../../design-system/link-styles.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { signOut } from '../auth-client.ts'
import { refreshSession } from '../session.queries.ts'
import { CodeForm } from './code-form.tsx'
import { secondFactorTexts } from './second-factor.messages.ts'
import { secondFactorAskedQuery } from './second-factor.queries.ts'

export function SecondFactorStep({ onDone }: { onDone: () => void }) {
  const texts = useTexts(secondFactorTexts)
  const queryClient = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const askAgain = () => queryClient.invalidateQueries({ queryKey: secondFactorAskedQuery.queryKey })
  return (
    <div className="w-full">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {texts.stepTitle}
      </h1>
      <CodeForm
        onGiven={async () => {
          queryClient.setQueryData(secondFactorAskedQuery.queryKey, { is_asked: false })
          await refreshSession(queryClient)
          onDone()
        }}
        onRefused={(code) => {
          if (code !== 'NO_SESSION') return false
          toast.info(texts.tooLong)
          void askAgain()
          return true
        }}
      >
        <button
          type="button"
          className={`${textLinkClass} min-h-11`}
          onClick={() => void signOut().finally(() => void askAgain())}
        >
          {texts.notNow}
        </button>
      </CodeForm>
    </div>
  )
}
