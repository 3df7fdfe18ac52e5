import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import { textLinkClass } from '../design-system/link-styles.ts'
import { CodeForm } from '../features/auth/second-factor/code-form.tsx'
import { operationsTexts } from '../features/operations/operations.messages.ts'
import { roleQuery } from '../features/operations/operations.queries.ts'
import { useTexts } from '../platform/i18n/texts.ts'
import { useTitle } from './use-title.ts'

export function SecondFactorGate({ state }: { state: 'code_needed' | 'turn_on_needed' }) {
  const texts = useTexts(operationsTexts)
  const queryClient = useQueryClient()
  useTitle(texts.title)
  return (
    <div className="mx-auto w-full max-w-[26rem] px-4 py-10">
      <h1 className="text-2xl">{texts.title}</h1>
      {state === 'code_needed' ? (
        <CodeForm onGiven={() => queryClient.invalidateQueries({ queryKey: roleQuery.queryKey })} />
      ) : (
        <>
          <p className="mt-2 text-ink-2">{texts.turnOnFirst}</p>
          <Link to={ACCOUNT_PAGES.security} className={`${textLinkClass} mt-4 inline-flex min-h-11 items-center`}>
            {texts.toAccount}
          </Link>
        </>
      )}
    </div>
  )
}
