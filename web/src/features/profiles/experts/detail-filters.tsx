import { useId } from 'react'

import { ANSWER_LANGUAGES, type DetailFilter } from '@kundig/contract/profiles/detail-filter'
import { checkPrice, checkTown, readEuros } from '@kundig/contract/profiles/profile-details'
import { readDetailFilter, type ExpertFilter } from '@kundig/contract/site/public-pages'

import { Button } from '../../../design-system/button.tsx'
import { Checkbox, Field, Select, TextInput } from '../../../design-system/fields/field.tsx'
import { CloseIcon } from '../../../design-system/icons.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { Tile } from '../../../design-system/tiles/tile.tsx'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { detailFiltersTexts } from './detail-filters.messages.ts'

interface FilterProps {
  filter: ExpertFilter
  onFilter: (filter: ExpertFilter) => void
}

function omitDetails({ query, category }: ExpertFilter): ExpertFilter {
  return { query, category }
}

function useActiveFilters(filter: ExpertFilter): { label: string; rest: ExpertFilter }[] {
  const texts = useTexts(detailFiltersTexts)
  const language = useLanguage()
  const { answers_in, town, online, price_max } = filter
  const place = town && online ? texts.townOrOnline(town) : (town ?? (online && texts.online))
  return [
    {
      label: answers_in && new Intl.DisplayNames(language, { type: 'language' }).of(answers_in),
      rest: { ...filter, answers_in: undefined },
    },
    { label: place, rest: { ...filter, town: undefined, online: undefined } },
    { label: price_max === undefined ? undefined : texts.upTo(price_max), rest: { ...filter, price_max: undefined } },
  ].flatMap(({ label, rest }) => (label ? [{ label, rest }] : []))
}

export function ActiveFilters({ filter, onFilter }: FilterProps) {
  const texts = useTexts(detailFiltersTexts)
  const chosen = useActiveFilters(filter)
  return (
    <>
      {chosen.map(({ label, rest }) => (
        <Button
          key={label}
          variant="secondary"
          size="sm"
          className="max-w-full"
          aria-label={texts.remove(label)}
          onClick={() => onFilter(rest)}
        >
          <span className="truncate">{label}</span>
          <CloseIcon size={15} className="flex-none" />
        </Button>
      ))}
      {chosen.length > 1 && (
        <Button variant="ghost" size="sm" onClick={() => onFilter(omitDetails(filter))}>
          {texts.clear}
        </Button>
      )}
    </>
  )
}

export function NoFilteredExperts({ filter, onFilter }: FilterProps) {
  const texts = useTexts(detailFiltersTexts)
  const labels = useActiveFilters(filter).map(({ label }) => label)
  return (
    <EmptyState
      className="card"
      headingLevel={3}
      art={<Tile motif="petals" size={56} />}
      title={texts.noneTitle}
      text={[filter.query && `“${filter.query}”`, ...labels].filter(Boolean).join(' · ')}
      action={
        <Button variant="secondary" onClick={() => onFilter(omitDetails(filter))}>
          {texts.clear}
        </Button>
      }
    />
  )
}

export function FiltersDialog({ filter, onFilter, onClose }: FilterProps & { onClose: () => void }) {
  const texts = useTexts(detailFiltersTexts)
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' })
  const id = useId()
  const apply = (details: DetailFilter): void => {
    onClose()
    onFilter({ ...omitDetails(filter), ...details })
  }
  const form = useCheckedForm({
    initial: {
      answers_in: filter.answers_in ?? '',
      town: filter.town ?? '',
      online: String(filter.online ?? ''),
      price_max: String(filter.price_max ?? ''),
    },
    check: ({ town, price_max }) => ({ town: checkTown(town), price_max: checkPrice(readEuros(price_max)) }),
    send: async (typed) => {
      const price_max = String(readEuros(typed.price_max) ?? '')
      apply(readDetailFilter(new URLSearchParams({ ...typed, price_max })))
    },
    fallback: 'UNEXPECTED',
  })
  return (
    <Dialog
      open
      title={texts.title}
      closeLabel={texts.close}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={() => apply({})}>
            {texts.clear}
          </Button>
          <Button type="submit" form={id}>
            {texts.show}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="grid gap-5" onSubmit={(event) => void form.submit(event)}>
        <Field label={texts.language}>
          {(control) => (
            <Select
              {...control}
              name="answers_in"
              placeholder={texts.anyLanguage}
              options={ANSWER_LANGUAGES.map((code) => ({ value: code, label: names.of(code) ?? code }))}
              value={form.values.answers_in}
              onChange={(event) => form.set('answers_in', event.target.value)}
            />
          )}
        </Field>
        <div className="grid gap-3">
          <Field label={texts.town} error={form.errorAt('town')}>
            {(control) => (
              <TextInput
                {...control}
                name="town"
                autoComplete="address-level2"
                value={form.values.town}
                onChange={(event) => form.set('town', event.target.value)}
              />
            )}
          </Field>
          <Checkbox
            name="online"
            checked={form.values.online !== ''}
            onChange={(event) => form.set('online', event.target.checked ? 'true' : '')}
            label={texts.orOnline}
          />
        </div>
        <Field label={texts.price} hint={texts.priceHint} error={form.errorAt('price_max')}>
          {(control) => (
            <TextInput
              {...control}
              name="price_max"
              inputMode="numeric"
              autoComplete="off"
              value={form.values.price_max}
              onChange={(event) => form.set('price_max', event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
