import { useQueryClient } from '@tanstack/react-query'

import type { MailedCode } from '@kundig/contract/auth/sign-in-code'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { saveToSession } from '../../../platform/session-storage.ts'
import { signInByCode } from '../auth-client.ts'
import { forgetResetAddress } from '../passwords/reset-address.ts'
import { isSecondFactorPending } from '../second-factor/second-factor.queries.ts'
import { refreshSession } from '../session.queries.ts'
import { signInCodeTexts } from './sign-in-code.messages.ts'

export const CODE_ADDRESS = 'kundig-code-address'

/** Signs in by a mailed code. @returns false when a second factor is needed, or the account is suspended or banned */
export function useCodeSignIn(): (mailed: MailedCode) => Promise<boolean> {
  const queryClient = useQueryClient()
  const texts = useTexts(signInCodeTexts)
  return async (mailed) => {
    const isReplaced = await signInByCode(mailed)
    saveToSession(CODE_ADDRESS, null)
    forgetResetAddress()
    if (isReplaced) toast.info(texts.replaced)
    return (await refreshSession(queryClient)) !== null || !(await isSecondFactorPending(queryClient))
  }
}
