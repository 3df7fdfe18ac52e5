import { LIMITS } from '@kundig/contract/limits'
import { CATEGORIES, CATEGORY_IDS } from '@kundig/contract/profiles/expertise'
import { cleanText, lengthOf } from '@kundig/contract/sanitising'

import { Avatar } from '../../design-system/avatar.tsx'
import { Button } from '../../design-system/button.tsx'
import { CharacterCount, Checkbox, Field, Select, TextArea, TextInput } from '../../design-system/field.tsx'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { CUSTOM } from './profile-draft.ts'
import { profilesTexts } from './profiles.messages.ts'
import { PREVIEW_INTENT, type ProfileFormOptions, useProfileForm } from './use-profile-form.ts'

/** Creates or changes one's own profile (spec 2, profile form). With a profile, it can also be previewed. */
export function ProfileForm(options: ProfileFormOptions) {
  const { userId, profile } = options
  const texts = useTexts(profilesTexts)
  const language = useLanguage()
  const { values: draft, set, errorAt, busy, submit } = useProfileForm(options)
  const bioLength = lengthOf(cleanText(draft.bio))
  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => void submit(event)}>
      <div className="flex items-start gap-4 sm:gap-5">
        <Avatar
          id={userId}
          name={draft.full_name}
          src={profile?.profile_picture_url}
          size={72}
          decorative
          className="mt-6.5 hidden sm:inline-block"
        />
        <Field
          label={texts.name}
          required
          hint={texts.nameHint}
          error={errorAt('full_name')}
          className="min-w-0 flex-1"
        >
          {(control) => (
            <TextInput
              {...control}
              name="full_name"
              autoComplete="name"
              value={draft.full_name}
              onChange={(event) => set('full_name', event.target.value)}
            />
          )}
        </Field>
      </div>

      <Field
        label={texts.bio}
        hint={texts.bioHint}
        error={errorAt('bio')}
        aside={
          <CharacterCount
            count={bioLength}
            max={LIMITS.bioMax}
            label={texts.charactersUsed(bioLength, LIMITS.bioMax)}
          />
        }
      >
        {(control) => (
          <TextArea
            {...control}
            name="bio"
            rows={5}
            value={draft.bio}
            onChange={(event) => set('bio', event.target.value)}
          />
        )}
      </Field>

      <div className="grid gap-4">
        <Field label={texts.category} required error={errorAt('category')}>
          {(control) => (
            <Select
              {...control}
              name="category"
              value={draft.category}
              onChange={(event) => set('category', event.target.value)}
              placeholder={texts.chooseCategory}
              options={[
                ...CATEGORY_IDS.map((id) => ({ value: id, label: CATEGORIES[id][language] })),
                { value: CUSTOM, label: texts.ownCategory },
              ]}
            />
          )}
        </Field>
        {draft.category === CUSTOM && (
          <Field
            label={texts.customCategory}
            required
            hint={texts.customHint}
            error={errorAt('custom')}
            className="border-l-3 border-accent pl-4"
          >
            {(control) => (
              <TextInput
                {...control}
                name="custom"
                value={draft.custom}
                onChange={(event) => set('custom', event.target.value)}
              />
            )}
          </Field>
        )}
      </div>

      <div className="rounded-md border border-border bg-surface-2 p-4">
        <Checkbox
          name="is_public"
          checked={draft.is_public}
          onChange={(event) => set('is_public', event.target.checked)}
          label={
            <>
              <span className="block font-semibold text-ink">{texts.share}</span>
              <span className="mt-0.5 block">{texts.shareHint}</span>
            </>
          }
        />
      </div>

      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button type="submit" size="lg" busy={busy} className="sm:min-w-44">
          {profile ? texts.save : texts.create}
        </Button>
        {profile && (
          <Button type="submit" value={PREVIEW_INTENT} variant="secondary" size="lg" aria-disabled={busy || undefined}>
            {texts.preview}
          </Button>
        )}
      </div>
    </form>
  )
}
