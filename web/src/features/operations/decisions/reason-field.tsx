import { useEffect, useRef } from 'react'

import { countLetters } from '@kundig/contract/texts/sanitising'

import { CharacterCount } from '../../../design-system/fields/character-count.tsx'
import { Field } from '../../../design-system/fields/field.tsx'
import { TextArea } from '../../../design-system/fields/text-area.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { decisionsTexts } from './decisions.messages.ts'

export function ReasonField({
  label,
  hint,
  name,
  value,
  max,
  error,
  isFocused = false,
  isOptional = false,
  onChange,
}: {
  label: string
  hint: string
  name: string
  value: string
  max: number
  error: string | null
  isFocused?: boolean
  isOptional?: boolean
  onChange: (value: string) => void
}) {
  const texts = useTexts(decisionsTexts)
  const language = useLanguage()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFocused) area.current?.focus()
  }, [isFocused])
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={!isOptional}
      aside={<CharacterCount count={countLetters(value)} max={max} locale={language} label={texts.characters} />}
    >
      {(control) => (
        <TextArea
          {...control}
          ref={area}
          name={name}
          rows={4}
          maxRows={12}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
