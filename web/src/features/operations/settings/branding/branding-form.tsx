import type { ComponentProps } from 'react'

import { type Branding, BRANDING_LIMITS } from '@kundig/contract/site/branding'

import { Button } from '../../../../design-system/button.tsx'
import { Field, ProseInput } from '../../../../design-system/fields/field.tsx'
import { FormError } from '../../../../design-system/fields/form-error.tsx'
import { Notice } from '../../../../design-system/notice.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import type { SeenSettings } from '../save-over.ts'
import { brandingFieldTexts } from './branding-fields.messages.ts'
import { BrandingPreview } from './branding-preview.tsx'
import { brandingTexts } from './branding.messages.ts'
import { ColourField } from './colour-field.tsx'
import { UnreadableColours } from './unreadable-colours.tsx'
import { useBrandingForm } from './use-branding-form.ts'

const OWN_COLOURS = { primary: '#65204b', accent: '#fdc83d' } as const

/** Form that also names unreadable texts and suggests readable colours. @param logo address; empty for the default */
export function BrandingForm({ found, logo }: { found: SeenSettings; logo: string }) {
  const texts = useTexts(brandingTexts)
  const fieldTexts = useTexts(brandingFieldTexts)
  const { form, judgement, setJudgement, theirs } = useBrandingForm(found)

  const field = (name: keyof Branding, more: ComponentProps<'input'> & { hint?: string } = {}) => {
    const { hint, ...rest } = more
    return (
      <Field label={fieldTexts[name]} hint={hint} required={name === 'name'} error={form.errorAt(name)}>
        {(control) => (
          <ProseInput
            {...control}
            name={name}
            autoComplete="off"
            value={form.values[name]}
            readOnly={form.busy}
            onChange={(event) => form.set(name, event.target.value)}
            {...rest}
          />
        )}
      </Field>
    )
  }
  const colour = (name: 'primary' | 'accent', pickLabel: string, hint: string) => (
    <ColourField
      name={name}
      label={fieldTexts[name]}
      pickLabel={pickLabel}
      hint={hint}
      fallback={OWN_COLOURS[name]}
      value={form.values[name]}
      error={form.errorAt(name)}
      readOnly={form.busy}
      onChange={(value) => form.set(name, value)}
    />
  )
  const { numberMax, headlineMax, leadMax, footerMax } = BRANDING_LIMITS
  const { name, primary, accent } = form.values
  return (
    <form noValidate aria-label={texts.title} className="grid gap-4" onSubmit={(event) => void form.submit(event)}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {field('name', { maxLength: BRANDING_LIMITS.nameMax })}
        {field('sender_name', { maxLength: BRANDING_LIMITS.senderMax, hint: texts.senderHint })}
        {colour('primary', texts.pickPrimary, texts.primaryHint)}
        {colour('accent', texts.pickAccent, texts.accentHint)}
      </div>
      {judgement && (
        <UnreadableColours
          judgement={judgement}
          onTake={(readable) => {
            form.set('primary', readable.primary)
            form.set('accent', readable.accent)
            setJudgement(null)
          }}
        />
      )}
      <BrandingPreview name={name} primary={primary} accent={accent} logo={logo} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {field('headline_en', { maxLength: headlineMax })}
        {field('headline_nl', { maxLength: headlineMax })}
        {field('lead_en', { maxLength: leadMax })}
        {field('lead_nl', { maxLength: leadMax })}
        {field('footer_en', { maxLength: footerMax })}
        {field('footer_nl', { maxLength: footerMax })}
        {field('legal_name', { maxLength: BRANDING_LIMITS.legalNameMax })}
        {field('register_number', { maxLength: numberMax })}
        {field('vat_number', { maxLength: numberMax })}
        {field('contact_email', { maxLength: BRANDING_LIMITS.emailMax, inputMode: 'email' })}
        {field('contact_phone', { maxLength: BRANDING_LIMITS.phoneMax, inputMode: 'tel' })}
        {field('contact_address', { maxLength: BRANDING_LIMITS.addressMax })}
      </div>
      {theirs && (
        <div role="alert">
          <Notice tone="pending" title={texts.meanwhile}>
            {theirs.map((one) => (
              <span key={one.name} className="block wrap-anywhere">
                {`${fieldTexts[one.name]}: ${one.value || texts.empty}`}
              </span>
            ))}
          </Notice>
        </div>
      )}
      <FormError text={form.formError} />
      <Button type="submit" className="justify-self-start" busy={form.busy}>
        {texts.save}
      </Button>
    </form>
  )
}
