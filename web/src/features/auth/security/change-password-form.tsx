import { useMutation, useQueryClient } from '@tanstack/react-query'

import { checkNewPassword } from '@kundig/contract/auth/credentials'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { api } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { devicesQuery } from '../devices/devices.queries.ts'
import { CurrentPasswordField } from '../passwords/current-password-field.tsx'
import { NewPasswordField } from '../passwords/new-password-field.tsx'
import { securityTexts } from '../security.messages.ts'

export function ChangePasswordForm({ email }: { email: string }) {
  const texts = useTexts(securityTexts)
  const queryClient = useQueryClient()
  const change = useMutation(api.auth.changePassword.mutationOptions())
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { current: '', next: '' },
    check: ({ current, next }) => ({
      current: current === '' ? 'FIELD_REQUIRED' : null,
      next: checkNewPassword(next),
    }),
    send: async ({ current, next }) => {
      await change.mutateAsync({ current_password: current, new_password: next })
      toast.success(texts.changed)
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
    fallback: 'UNEXPECTED',
    emptyWhenSent: true,
    findField: (code) => {
      if (code === 'WRONG_PASSWORD') return 'current'
      return code.startsWith('PASSWORD_') ? 'next' : undefined
    },
  })
  return (
    <form noValidate className="mt-5 grid gap-5" onSubmit={(event) => void submit(event)}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField
        value={values.current}
        error={errorAt('current')}
        onChange={(value) => set('current', value)}
      />
      <NewPasswordField
        label={texts.newPassword}
        name="next"
        value={values.next}
        error={errorAt('next')}
        onChange={(value) => set('next', value)}
      />
      <FormError text={formError} />
      <Button type="submit" variant="secondary" className="justify-self-start" busy={busy}>
        {texts.change}
      </Button>
    </form>
  )
}
