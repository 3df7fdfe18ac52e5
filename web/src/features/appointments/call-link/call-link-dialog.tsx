import { useId } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { Field, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import type { AppointmentMessage, AppointmentUpdates } from '../appointment-message.ts'
import { checkCallLink, LINK_START } from './call-link-rule.ts'
import { callLinkTexts } from './call-link.messages.ts'

export interface CallLinkDialogProps extends AppointmentUpdates {
  message: AppointmentMessage
  onClose: () => void
}

export function CallLinkDialog({ message, onMessage, refresh, onClose }: CallLinkDialogProps) {
  const texts = useTexts(callLinkTexts)
  const formId = useId()
  const form = useCheckedForm({
    initial: { link: message.appointment.link ?? '' },
    check: ({ link }) => ({ link: checkCallLink(link) }),
    send: async ({ link }) => {
      const { room_id, seq } = message
      onMessage(await client.appointments.changeLink({ room_id, seq, link: link.trim() }))
      onClose()
    },
    fallback: 'UNEXPECTED',
    findField: (code) => (code === 'CALL_LINK_INVALID' ? 'link' : undefined),
    onRefused: (code) => {
      // The refreshed card shows the current state. FORBIDDEN means that the partner has set a link.
      if (code === 'APPOINTMENT_ENDED' || code === 'FORBIDDEN') void refresh(message)
      return false
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      closeLabel={texts.close}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} busy={form.busy}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void form.submit(event)}>
        <Field label={texts.label} required hint={texts.hint} error={form.errorAt('link')}>
          {(control) => (
            <TextInput
              {...control}
              name="link"
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={LINK_START}
              value={form.values.link}
              readOnly={form.busy}
              onChange={(event) => form.set('link', event.target.value)}
            />
          )}
        </Field>
        <FormError text={form.formError} />
      </form>
    </Dialog>
  )
}
