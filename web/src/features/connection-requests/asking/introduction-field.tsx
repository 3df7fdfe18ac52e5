import type { KeyboardEvent, RefObject } from 'react'

import { LIMITS } from '@kundig/contract/limits'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { cleanAndCheckMessage } from '@kundig/contract/texts/message-rules'

import { Avatar } from '../../../design-system/avatars/avatar.tsx'
import { CharacterCount } from '../../../design-system/fields/character-count.tsx'
import { Field } from '../../../design-system/fields/field.tsx'
import { TextArea } from '../../../design-system/fields/text-area.tsx'
import { useCategories } from '../../../platform/categories/categories.queries.ts'
import { RemovalNote } from '../../../platform/forms/removal-note.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { requestTexts } from '../connection-requests.messages.ts'

const MODIFIER_KEY = /mac|iphone|ipad/iu.test(navigator.userAgent) ? '⌘' : 'Ctrl'

function submitOnShortcut(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

interface IntroductionFieldProps {
  label: string
  placeholder: string
  value: string
  error: string | null
  readOnly: boolean
  onChange: (value: string) => void
  area?: RefObject<HTMLTextAreaElement | null>
}

export function IntroductionField({
  label,
  placeholder,
  value,
  error,
  readOnly,
  onChange,
  area,
}: IntroductionFieldProps) {
  const texts = useTexts(requestTexts)
  const language = useLanguage()
  const judged = cleanAndCheckMessage(value)
  return (
    <Field
      label={label}
      hint={
        judged.removed.length > 0 ? (
          <RemovalNote removed={judged.removed} />
        ) : (
          <span className="max-md:hidden">{texts.sendShortcut(MODIFIER_KEY)}</span>
        )
      }
      error={error}
      required
      aside={
        <CharacterCount count={judged.length} max={LIMITS.messageMax} locale={language} label={texts.characters} />
      }
    >
      {(control) => (
        <TextArea
          {...control}
          ref={area}
          name="message"
          rows={5}
          maxRows={12}
          data-stored
          value={value}
          readOnly={readOnly}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={submitOnShortcut}
        />
      )}
    </Field>
  )
}

export function Receiver({ profile }: { profile: Profile }) {
  const texts = useTexts(requestTexts)
  const { getLabel } = useCategories()
  return (
    <span className="mt-3 flex items-center gap-3">
      <Avatar id={profile.id} name={profile.full_name} src={profile.profile_picture_url} size={48} decorative />
      <span className="min-w-0">
        <span className="block font-semibold text-ink wrap-anywhere">{texts.to(profile.full_name)}</span>
        <span className="block wrap-anywhere">{getLabel(profile.expertise)}</span>
      </span>
    </span>
  )
}
