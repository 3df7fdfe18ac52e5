import type { ReactNode } from 'react'

import { LIMITS } from '@kundig/contract/limits'
import { CUSTOM } from '@kundig/contract/profiles/categories'
import { clean } from '@kundig/contract/texts/sanitising'

import { Button } from '../../../design-system/button.tsx'
import { Checkbox, Field, ProseInput, Select, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { useCategories } from '../../../platform/categories/categories.queries.ts'
import { ProseField } from '../../../platform/forms/prose-field.tsx'
import { RemovalNote } from '../../../platform/forms/removal-note.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { HiddenProfileNote } from '../hidden-profile-note.tsx'
import { PicturePicker } from '../picture/picture-picker.tsx'
import { PictureSavingStatus } from '../picture/picture-saving-status.tsx'
import { usePicture } from '../picture/use-picture.ts'
import { profilesTexts } from '../profiles.messages.ts'
import { DetailFields } from './detail-fields.tsx'
import { PREVIEW_INTENT, type ProfileFormOptions, useProfileForm } from './use-profile-form.ts'

export interface ProfileFormProps extends ProfileFormOptions {
  leaveGuard: (unsaved: boolean) => ReactNode
}

/** Creates or changes the person's own profile (spec 2, profile form). Existing profiles have a preview. */
export function ProfileForm({ leaveGuard, ...options }: ProfileFormProps) {
  const { userId, profile } = options
  const texts = useTexts(profilesTexts)
  const categories = useCategories()
  const picture = usePicture(userId, profile?.profile_picture_url ?? null)
  const form = useProfileForm(options, picture.save)
  const { values: draft, set, errorAt, submit } = form
  const busy = form.busy || picture.saving.status === 'sending'
  const custom = clean(draft.custom)
  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => void submit(event)}>
      {profile?.is_hidden && <HiddenProfileNote />}
      <PicturePicker userId={userId} name={draft.full_name} picture={picture} disabled={busy} />

      <Field label={texts.name} required hint={texts.nameHint} error={errorAt('full_name')}>
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

      <ProseField
        name="bio"
        rows={5}
        label={texts.bio}
        hint={texts.bioHint}
        error={errorAt('bio')}
        max={LIMITS.bioMax}
        countLabel={texts.charactersUsed}
        value={draft.bio}
        onChange={(value) => set('bio', value)}
      />

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
                ...categories.options(typeof profile?.expertise === 'string' ? profile.expertise : undefined),
                { value: CUSTOM, label: texts.ownCategory },
              ]}
            />
          )}
        </Field>
        {draft.category === CUSTOM && (
          <Field
            label={texts.customCategory}
            required
            hint={custom.removed.length > 0 ? <RemovalNote removed={custom.removed} /> : texts.customHint}
            error={errorAt('custom')}
            className="border-l-3 border-accent pl-4"
          >
            {(control) => (
              <ProseInput
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

      {profile && <DetailFields {...form} />}

      <PictureSavingStatus saving={picture.saving} onCancel={picture.cancelSaving} retryValue={form.lastIntent} />

      <FormError text={form.formError} />

      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button type="submit" size="lg" busy={busy} busyText={texts.saving} className="sm:min-w-44">
          {profile ? texts.save : texts.create}
        </Button>
        {profile && (
          <Button type="submit" value={PREVIEW_INTENT} variant="secondary" size="lg" aria-disabled={busy || undefined}>
            {texts.preview}
          </Button>
        )}
      </div>
      {leaveGuard(form.changed || picture.choice !== 'unchanged')}
    </form>
  )
}
