import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import type { PersonAccount } from '@kundig/contract/operations/people.contract'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { api } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { formatFullDateTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { peopleTexts } from './people.messages.ts'

export function PaymentBlockSection({
  personId,
  block,
  onChanged,
}: {
  personId: string
  block: NonNullable<PersonAccount['payment_block']>
  onChanged: () => void
}) {
  const texts = useTexts(peopleTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const titleId = useId()
  const queryClient = useQueryClient()
  const lift = useMutation({
    ...api.operations.liftPaymentBlock.mutationOptions(),
    onSuccess: async () => {
      toast.success(texts.blockLifted)
      onChanged()
      await queryClient.invalidateQueries({ queryKey: api.operations.auditLog.key() })
    },
  })
  return (
    <section aria-labelledby={titleId} className="card grid gap-3 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.paymentBlock}
      </h2>
      <p>
        {texts.paymentBlockLead(
          formatFullDateTime(block.began_at, language),
          formatFullDateTime(block.ends_at, language),
        )}
      </p>
      <FormError text={lift.error ? errorText(toFailure(lift.error, 'UNAVAILABLE').code) : null} />
      {block.may_lift && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={lift.isPending}
          onClick={() => lift.mutate({ person_id: personId })}
        >
          {texts.liftBlock}
        </Button>
      )}
    </section>
  )
}
