import { type ReactNode, useId } from 'react'

import { addErrors } from '@kundig/contract/errors'
import { REVIEW_ERRORS } from '@kundig/contract/reviews/review-errors'
import { REVIEW_LIMITS } from '@kundig/contract/reviews/review-limits'
import { clean, lengthOf } from '@kundig/contract/sanitising'

import { Button } from '../../design-system/button.tsx'
import { CharacterCount } from '../../design-system/fields/character-count.tsx'
import { Field, type FieldControl } from '../../design-system/fields/field.tsx'
import { FormError } from '../../design-system/fields/form-error.tsx'
import { TextArea } from '../../design-system/fields/text-area.tsx'
import { Dialog } from '../../design-system/layers/dialog.tsx'
import { RemovalNote } from '../../platform/forms/removal-note.tsx'
import type { useCheckedForm } from '../../platform/forms/use-checked-form.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { reviewsTexts } from './reviews.messages.ts'

addErrors(REVIEW_ERRORS)

export interface ReviewFormProps<Values extends { text: string }> {
  form: ReturnType<typeof useCheckedForm<Values>>
  title: string
  description?: string
  label: string
  hint?: string
  optionalText?: string
  onClose: () => void
  /** Fields above the text. */
  children?: ReactNode
}

/** The dialog of a text of at most 500 characters, for a review and for its answer. */
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
  const language = useLanguage()
  const formId = useId()
  const { text } = form.values
  const cleaned = clean(text)
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
        <Field
          label={label}
          error={form.errorAt('text')}
          hint={cleaned.removed.length > 0 ? <RemovalNote removed={cleaned.removed} /> : hint}
          {...(optionalText !== undefined && { optionalText })}
          aside={
            <CharacterCount
              count={lengthOf(cleaned.text)}
              max={REVIEW_LIMITS.textMax}
              locale={language}
              label={texts.characters}
            />
          }
        >
          {(control: FieldControl) => (
            <TextArea
              {...control}
              name="text"
              rows={4}
              maxRows={10}
              dir="auto"
              value={text}
              readOnly={form.busy}
              onChange={(event) => form.set('text', event.target.value)}
            />
          )}
        </Field>
        <FormError text={form.formError} />
      </form>
    </Dialog>
  )
}
