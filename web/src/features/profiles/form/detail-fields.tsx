import { useId } from 'react'

import { LIMITS } from '@kundig/contract/limits'
import { ANSWER_LANGUAGES } from '@kundig/contract/profiles/detail-filter'
import { PRICE_UNITS } from '@kundig/contract/profiles/profile-details'
import { clean, countLetters } from '@kundig/contract/texts/sanitising'

import { CharacterCount } from '../../../design-system/fields/character-count.tsx'
import { Checkbox, Field, ProseInput, TextInput } from '../../../design-system/fields/field.tsx'
import { Segmented } from '../../../design-system/segmented.tsx'
import { RemovalNote } from '../../../platform/forms/removal-note.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { detailFieldsTexts } from './detail-fields.messages.ts'
import type { useProfileForm } from './use-profile-form.ts'

export function DetailFields({
  values: draft,
  set,
  errorAt,
}: Pick<ReturnType<typeof useProfileForm>, 'values' | 'set' | 'errorAt'>) {
  const texts = useTexts(detailFieldsTexts)
  const language = useLanguage()
  const id = useId()
  const headline = clean(draft.headline)
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const format = (value: number): string => value.toLocaleString(language)
  return (
    <section aria-labelledby={id} className="grid gap-6 border-t border-border pt-6">
      <div>
        <h2 id={id} className="text-lg">
          {texts.title}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{texts.lead}</p>
      </div>

      <Field
        label={texts.headline}
        hint={headline.removed.length > 0 ? <RemovalNote removed={headline.removed} /> : texts.headlineHint}
        error={errorAt('headline')}
        aside={
          <CharacterCount
            count={countLetters(headline.text)}
            max={LIMITS.headlineMax}
            locale={language}
            label={texts.charactersUsed}
          />
        }
      >
        {(control) => (
          <ProseInput
            {...control}
            name="headline"
            value={draft.headline}
            onChange={(event) => set('headline', event.target.value)}
          />
        )}
      </Field>

      <div className="grid gap-3">
        <Field label={texts.town} error={errorAt('town')}>
          {(control) => (
            <TextInput
              {...control}
              name="town"
              autoComplete="address-level2"
              value={draft.town}
              onChange={(event) => set('town', event.target.value)}
            />
          )}
        </Field>
        <Checkbox
          name="online"
          checked={draft.online}
          onChange={(event) => set('online', event.target.checked)}
          label={texts.online}
        />
      </div>

      <fieldset>
        <legend className="field-label">{texts.languages}</legend>
        <p className="field-hint mt-1.5">{texts.languagesHint(format(LIMITS.answerLanguagesMax))}</p>
        <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
          {ANSWER_LANGUAGES.map((code) => {
            const isChosen = draft.languages.includes(code)
            return (
              <Checkbox
                key={code}
                name="languages"
                value={code}
                checked={isChosen}
                disabled={!isChosen && draft.languages.length >= LIMITS.answerLanguagesMax}
                onChange={() =>
                  set(
                    'languages',
                    isChosen ? draft.languages.filter((one) => one !== code) : [...draft.languages, code],
                  )
                }
                label={names.of(code)}
              />
            )
          })}
        </div>
      </fieldset>

      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Field
          label={texts.price}
          hint={texts.priceHint(format(LIMITS.priceEurosMin), format(LIMITS.priceEurosMax))}
          error={errorAt('price')}
          className="min-w-0 flex-[1_1_12rem]"
        >
          {(control) => (
            <TextInput
              {...control}
              name="price"
              inputMode="numeric"
              autoComplete="off"
              value={draft.price}
              onChange={(event) => set('price', event.target.value)}
            />
          )}
        </Field>
        <Segmented
          label={texts.priceUnit}
          value={draft.price_unit}
          options={PRICE_UNITS.map((value) => ({ value, label: texts[value] }))}
          onChange={(unit) => set('price_unit', unit)}
          className="sm:mt-7"
        />
      </div>
    </section>
  )
}
