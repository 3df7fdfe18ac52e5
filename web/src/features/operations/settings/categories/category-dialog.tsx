import { useId, useState } from 'react'

import { type CategoryEntry, isCategory } from '@kundig/contract/profiles/categories'
import { checkCategoryLabel, checkShortLabel, suggestCategoryId } from '@kundig/contract/profiles/category-rules'

import { Button } from '../../../../design-system/button.tsx'
import { Field, ProseInput } from '../../../../design-system/fields/field.tsx'
import { FormError } from '../../../../design-system/fields/form-error.tsx'
import { Dialog } from '../../../../design-system/layers/dialog.tsx'
import { Notice } from '../../../../design-system/notice.tsx'
import { useCheckedForm } from '../../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { categoriesTexts } from './categories.messages.ts'
import { useSaveCategories } from './use-save-categories.ts'

interface Typed {
  english: string
  englishShort: string
  dutch: string
  dutchShort: string
  slug: string
}

/** Dialog for a category. Changes by another owner appear beside the typed names. @param id null for a new category */
export function CategoryDialog({
  id,
  version,
  list,
  onClose,
}: {
  id: string | null
  version: number
  list: readonly CategoryEntry[]
  onClose: () => void
}) {
  const texts = useTexts(categoriesTexts)
  const formId = useId()
  const save = useSaveCategories()
  const [isChanged, setIsChanged] = useState(false)
  const known = list.find((entry) => entry.id === id)
  const form = useCheckedForm<Typed>({
    initial: {
      english: known?.label.en ?? '',
      englishShort: known?.short_label.en ?? '',
      dutch: known?.label.nl ?? '',
      dutchShort: known?.short_label.nl ?? '',
      slug: id ?? '',
    },
    check: ({ english, englishShort, dutch, dutchShort, slug }) => ({
      english: checkCategoryLabel(english),
      englishShort: checkShortLabel(englishShort),
      dutch: checkCategoryLabel(dutch),
      dutchShort: checkShortLabel(dutchShort),
      slug: id === null ? checkSlug(slug, list) : null,
    }),
    send: async ({ english, englishShort, dutch, dutchShort, slug }) => {
      const entry = {
        id: slug,
        label: { en: english, nl: dutch },
        short_label: { en: englishShort, nl: dutchShort },
        is_hidden: known?.is_hidden ?? false,
      }
      const next = id === null ? [...list, entry] : list.map((one) => (one.id === id ? entry : one))
      if (await save(version, next)) onClose()
    },
    fallback: 'UNEXPECTED',
    findField: (code) => (code === 'CATEGORY_EXISTS' || code === 'CATEGORY_ID_INVALID' ? 'slug' : undefined),
    onRefused: (code) => {
      if (code !== 'SETTINGS_CHANGED') return false
      setIsChanged(true)
      return true
    },
  })
  const set = (name: keyof Typed, value: string): void => {
    const { english, slug } = form.values
    form.set(name, value)
    // The URL name follows the English name until the owner edits the URL name.
    if (id === null && name === 'english' && slug === suggestCategoryId(english)) {
      form.set('slug', suggestCategoryId(value))
    }
  }
  const field = (name: keyof Typed, label: string, hint?: string) => (
    <Field label={label} hint={hint} required error={form.errorAt(name)}>
      {(control) => (
        <ProseInput
          {...control}
          name={name}
          autoComplete="off"
          lang={name.startsWith('dutch') ? 'nl' : 'en'}
          value={form.values[name]}
          readOnly={form.busy}
          onChange={(event) => set(name, event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <Dialog
      open
      title={id === null ? texts.addTitle : texts.renameTitle}
      description={id === null ? undefined : texts.renameLead}
      closeLabel={texts.close}
      onClose={onClose}
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
      <form id={formId} noValidate className="grid gap-4" onSubmit={(event) => void form.submit(event)}>
        {field('english', texts.english)}
        {field('englishShort', texts.englishShort, texts.shortHint)}
        {field('dutch', texts.dutch)}
        {field('dutchShort', texts.dutchShort, texts.shortHint)}
        {id === null && field('slug', texts.slug, texts.slugHint)}
        {isChanged && (
          <div role="alert">
            <Notice tone="pending" title={texts.meanwhile}>
              {known && <p>{texts.now(known.label.en, known.label.nl)}</p>}
            </Notice>
          </div>
        )}
        <FormError text={form.formError} />
      </form>
    </Dialog>
  )
}

function checkSlug(slug: string, list: readonly CategoryEntry[]): 'CATEGORY_ID_INVALID' | 'CATEGORY_EXISTS' | null {
  if (!isCategory(slug)) return 'CATEGORY_ID_INVALID'
  return list.some(({ id }) => id === slug) ? 'CATEGORY_EXISTS' : null
}
