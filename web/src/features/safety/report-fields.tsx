import { REPORT_LIMITS } from '@kundig/contract/safety/report-limits'
import { REPORT_CATEGORIES } from '@kundig/contract/safety/report-rules'
import { countLetters } from '@kundig/contract/texts/sanitising'

import { CharacterCount } from '../../design-system/fields/character-count.tsx'
import { EmailInput, Field, ProseInput, Select } from '../../design-system/fields/field.tsx'
import { FormError } from '../../design-system/fields/form-error.tsx'
import { TextArea } from '../../design-system/fields/text-area.tsx'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { reportTexts } from './report.messages.ts'
import type { ReportFormState } from './use-report-form.ts'

/** Fields of a report. The category determines the required fields. Only visitors enter an email address. */
export function ReportFields({ form }: { form: ReportFormState }) {
  const { draft, isVisitor, isPending, findError, failure, change } = form
  const texts = useTexts(reportTexts)
  const language = useLanguage()
  const categories = {
    spam: texts.isSpam,
    scam: texts.isScam,
    harassment: texts.isHarassment,
    illegal: texts.isIllegal,
    other: texts.isOther,
  }
  const isTextNeeded = draft.category === 'illegal' || draft.category === 'other'
  return (
    <>
      <Field label={texts.category} required error={findError('category')}>
        {(control) => (
          <Select
            {...control}
            name="category"
            value={draft.category}
            placeholder={texts.choose}
            options={REPORT_CATEGORIES.map((value) => ({ value, label: categories[value] }))}
            onChange={({ target: { value } }) =>
              change({ category: REPORT_CATEGORIES.find((category) => category === value) ?? '' })
            }
          />
        )}
      </Field>
      {draft.category === 'illegal' && (
        <Field label={texts.law} hint={texts.lawHint} required error={findError('law')}>
          {(control) => (
            <ProseInput
              {...control}
              name="law"
              autoComplete="off"
              value={draft.law}
              readOnly={isPending}
              onChange={(event) => change({ law: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label={texts.text}
        {...(isTextNeeded ? { required: true } : { optionalText: texts.optional })}
        error={findError('text')}
        aside={
          <CharacterCount
            count={countLetters(draft.text.trim())}
            max={REPORT_LIMITS.textMax}
            locale={language}
            label={texts.characters}
          />
        }
      >
        {(control) => (
          <TextArea
            {...control}
            name="text"
            rows={4}
            maxRows={10}
            value={draft.text}
            readOnly={isPending}
            onChange={(event) => change({ text: event.target.value })}
          />
        )}
      </Field>
      {isVisitor && (
        <Field label={texts.email} optionalText={texts.optional} hint={texts.emailHint} error={findError('email')}>
          {(control) => (
            <EmailInput
              {...control}
              value={draft.email}
              readOnly={isPending}
              onChange={(event) => change({ email: event.target.value })}
            />
          )}
        </Field>
      )}
      <p className="text-sm text-ink-2">{texts.honest}</p>
      <FormError text={failure} />
    </>
  )
}
