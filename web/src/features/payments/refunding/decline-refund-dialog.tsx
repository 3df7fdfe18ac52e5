import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'
import { checkRefundReason } from '@kundig/contract/payments/refund-rules'
import { clean, lengthOf } from '@kundig/contract/sanitising'

import { Button } from '../../../design-system/button.tsx'
import { CharacterCount } from '../../../design-system/fields/character-count.tsx'
import { Field } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { TextArea } from '../../../design-system/fields/text-area.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import { RemovalNote } from '../../../platform/forms/removal-note.tsx'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { refundingTexts } from './refunding.messages.ts'

export interface DeclineRefundDialogProps {
  paymentRequestId: string
  refundRequestId: string
  /** Formatted, with its currency. */
  amount: string
  /** The name of whoever paid. */
  name: string
  /** Called with the message as the server has it now. */
  onMessage: (message: Message) => void
  /** Fetches the message again: somebody else was faster. Never rejects. */
  refresh: () => Promise<void>
  onClose: () => void
}

/** Has the seller say why nothing is given back. */
export function DeclineRefundDialog({
  paymentRequestId: id,
  refundRequestId,
  amount,
  name,
  onMessage,
  refresh,
  onClose,
}: DeclineRefundDialogProps) {
  const texts = useTexts(refundingTexts)
  const language = useLanguage()
  const queryClient = useQueryClient()
  const formId = useId()
  const form = useCheckedForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: checkRefundReason(reason) }),
    send: async ({ reason }) => {
      const ended = sessionSignal(queryClient)
      onMessage(await client.payments.declineRefundRequest({ id, refund_request_id: refundRequestId, reason }))
      if (ended.aborted) return
      toast.success(texts.declineDone(name))
      onClose()
    },
    fallback: 'UNEXPECTED',
    onRefused: (code) => {
      // Withdrawn or answered meanwhile: the card says how.
      if (code !== 'REFUND_REQUEST_ANSWERED') return false
      toast.info(texts.answeredAlready)
      void refresh()
      onClose()
      return true
    },
    fieldOf: (code) =>
      ['REFUND_REASON_REQUIRED', 'TEXT_INVALID', 'TEXT_TOO_LONG', 'ONLY_MARKUP'].includes(code) ? 'reason' : undefined,
  })
  const { reason } = form.values
  const cleaned = clean(reason)
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.declineTitle(amount)}
      closeLabel={texts.close}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} busy={form.busy}>
            {texts.decline}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void form.submit(event)}>
        <Field
          label={texts.declineReason}
          required
          error={form.errorAt('reason')}
          hint={cleaned.removed.length > 0 ? <RemovalNote removed={cleaned.removed} /> : texts.reasonHint(name)}
          aside={
            <CharacterCount
              count={lengthOf(cleaned.text)}
              max={LIMITS.textMax}
              locale={language}
              label={texts.characters}
            />
          }
        >
          {(control) => (
            <TextArea
              {...control}
              name="reason"
              rows={2}
              maxRows={5}
              dir="auto"
              value={reason}
              readOnly={form.busy}
              onChange={(event) => form.set('reason', event.target.value)}
            />
          )}
        </Field>
        <FormError text={form.formError} />
      </form>
    </Dialog>
  )
}
