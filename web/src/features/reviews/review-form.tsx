import { type ReactNode, useId } from 'react'

import { registerErrorTexts } from '@kundig/contract/errors'
import { REVIEW_ERRORS } from '@kundig/contract/reviews/review-errors'
import { REVIEW_LIMITS } from '@kundig/contract/reviews/review-limits'

import { Button } from '../../design-system/button.tsx'
import { FormError } from '../../design-system/fields/form-error.tsx'
import { Dialog } from '../../design-system/layers/dialog.tsx'
import { ProseField } from '../../platform/forms/prose-field.tsx'
import type { useCheckedForm } from '../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { reviewsTexts } from './reviews.messages.ts'

registerErrorTexts(REVIEW_ERRORS)

export interface ReviewFormProps<Values extends { text: string }> {
  form: ReturnType<typeof useCheckedForm<Values>>
  title: string
  description?: string
  label: string
  hint?: string
  optionalText?: string
  onClose: () => void
  children?: ReactNode
}

export function ReviewForm<Values extends { text: string }>({
  form,
  title,
  description,
  label,
  hint,
  optionalText,
  onClose,
  children,
}: ReviewFormProps<Values>) {
  const texts = useTexts(reviewsTexts)
  const formId = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
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
        {children}
        <ProseField
          name="text"
          rows={4}
          maxRows={10}
          label={label}
          error={form.errorAt('text')}
          hint={hint}
          {...(optionalText !== undefined && { optionalText })}
          max={REVIEW_LIMITS.textMax}
          countLabel={texts.characters}
          value={form.values.text}
          readOnly={form.busy}
          onChange={(value) => form.set('text', value)}
        />
        <FormError text={form.formError} />
      </form>
    </Dialog>
  )
}
