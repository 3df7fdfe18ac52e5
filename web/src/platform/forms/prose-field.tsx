import type { ReactNode } from 'react'

import { clean, countLetters } from '@kundig/contract/texts/sanitising'

import { CharacterCount } from '../../design-system/fields/character-count.tsx'
import { Field, type FieldProps } from '../../design-system/fields/field.tsx'
import { TextArea, type TextAreaProps } from '../../design-system/fields/text-area.tsx'
import { useLanguage } from '../i18n/language.tsx'
import { RemovalNote } from './removal-note.tsx'

type ProseFieldProps = Pick<FieldProps, 'label' | 'error' | 'required' | 'optionalText'> &
  Pick<TextAreaProps, 'name' | 'rows' | 'maxRows' | 'readOnly'> & {
    /** Hint below the field. A note about removed markup replaces the hint. */
    hint?: ReactNode
    value: string
    max: number
    countLabel: (count: string, max: string) => string
    onChange: (value: string) => void
    'data-stored'?: boolean
  }

export function ProseField({ label, error, hint, value, max, countLabel, onChange, ...rest }: ProseFieldProps) {
  const { required, optionalText, ...area } = rest
  const language = useLanguage()
  const { text, removed } = clean(value)
  return (
    <Field
      label={label}
      error={error}
      hint={removed.length > 0 ? <RemovalNote removed={removed} /> : hint}
      {...(required !== undefined && { required })}
      {...(optionalText !== undefined && { optionalText })}
      aside={<CharacterCount count={countLetters(text)} max={max} locale={language} label={countLabel} />}
    >
      {(control) => (
        <TextArea {...control} {...area} dir="auto" value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}
