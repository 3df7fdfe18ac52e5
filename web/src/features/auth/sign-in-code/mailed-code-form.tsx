import { normaliseFactorCode } from '@kundig/contract/auth/second-factor'
import { type MailedCode, SIGN_IN_CODE } from '@kundig/contract/auth/sign-in-code'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { CodeField } from '../code-field.tsx'
import { signInCodeTexts } from './sign-in-code.messages.ts'
import { useCodeSignIn } from './use-code-sign-in.ts'

export interface MailedCodeFormProps extends Omit<MailedCode, 'code'> {
  /** @param isIn false when the person still needs a second factor, or is suspended or banned */
  onDone: (isIn: boolean) => void
}

export function MailedCodeForm({ email, question, onDone }: MailedCodeFormProps) {
  const texts = useTexts(signInCodeTexts)
  const signIn = useCodeSignIn()
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: findCodeProblem(normaliseFactorCode(code)) }),
    send: async ({ code }) => onDone(await signIn({ email, code, question })),
    fallback: 'AUTHENTICATION_FAILED',
    findField: (code) => (code === 'SIGN_IN_CODE_INVALID' ? 'code' : undefined),
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
        {question === undefined ? texts.logIn : texts.confirm}
      </Button>
    </form>
  )
}

function findCodeProblem(code: string) {
  if (code === '') return 'FIELD_REQUIRED'
  return /^\d+$/u.test(code) && code.length === SIGN_IN_CODE.digits ? null : 'SIGN_IN_CODE_INVALID'
}
