import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { readSignInLink } from '@kundig/contract/auth/sign-in-code'
import { QUESTION_PATH } from '@kundig/contract/site/public-pages'

import { CodeLinkScreen } from '../../features/auth/sign-in-code/code-link-screen.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { routesTexts } from '../routes.messages.ts'
import { useCodeFromAddress } from '../use-code-from-address.ts'
import { useTitle } from '../use-title.ts'

export function SignInCode(): ReactNode {
  useTitle(useTexts(routesTexts).logIn)
  const navigate = useNavigate()
  const fragment = useCodeFromAddress('#')
  const mailed = fragment === null ? null : readSignInLink(fragment)
  const question = mailed?.question
  const showQuestion = (id: string) => void navigate({ to: QUESTION_PATH, search: { id }, replace: true })
  return (
    <CodeLinkScreen
      mailed={mailed}
      onDone={(isIn) => {
        if (question !== undefined) showQuestion(question)
        else void navigate({ to: isIn ? '/dashboard' : '/login', replace: true })
      }}
      onUsed={() => question !== undefined && showQuestion(question)}
    />
  )
}
