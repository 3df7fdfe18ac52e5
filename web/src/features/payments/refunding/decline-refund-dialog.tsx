import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'
import { checkRefundReason } from '@kundig/contract/refunds/refund-rules'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { ProseField } from '../../../platform/forms/prose-field.tsx'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { refundingTexts } from './refunding.messages.ts'

export interface DeclineRefundDialogProps {
  paymentRequestId: string
  refundRequestId: string
  amount: string
  name: string
  onMessage: (message: Message) => void
  refresh: () => Promise<void>
  onClose: () => void
}

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
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const formId = useId()
  const form = useCheckedForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: checkRefundReason(reason) }),
    send: async ({ reason }) => {
      const ended = getSessionSignal(queryClient)
      onMessage(await client.payments.declineRefundRequest({ id, refund_request_id: refundRequestId, reason }))
      if (ended.aborted) return
      toast.success(texts.declineDone(name))
      onClose()
    },
    fallback: 'UNEXPECTED',
    onRefused: (code) => {
      // The refund request was already withdrawn or answered, and the card shows the result.
      if (code !== 'REFUND_REQUEST_ANSWERED') return false
      toast.info(errorText(code))
      void refresh()
      onClose()
      return true
    },
    findField: (code) =>
      ['REFUND_REASON_REQUIRED', 'TEXT_INVALID', 'TEXT_TOO_LONG', 'ONLY_MARKUP'].includes(code) ? 'reason' : undefined,
  })
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
        <ProseField
          name="reason"
          rows={2}
          maxRows={5}
          label={texts.declineReason}
          required
          error={form.errorAt('reason')}
          hint={texts.reasonHint(name)}
          max={LIMITS.textMax}
          countLabel={texts.characters}
          value={form.values.reason}
          readOnly={form.busy}
          onChange={(value) => form.set('reason', value)}
        />
        <FormError text={form.formError} />
      </form>
    </Dialog>
  )
}
