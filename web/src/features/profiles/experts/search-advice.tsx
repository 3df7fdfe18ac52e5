import type { ReactNode } from 'react'

import type { Category } from '@kundig/contract/profiles/categories'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { useCategories } from '../../../platform/categories/categories.queries.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { useExperts } from '../profile.queries.ts'
import { ExpertCard } from './expert-card.tsx'
import { GRID } from './grid.ts'
import { searchAdviceTexts } from './search-advice.messages.ts'

const SHOWN = 4

export type SearchAdviceProps = {
  answer: {
    items: readonly Profile[]
    did_you_mean?: string | undefined
    nearest_category?: Category | undefined
  }
  onQuery: (query: string) => void
  renderAction: (profile: Profile) => ReactNode
}

/** Suggests a corrected spelling. Without results, shows experts of the nearest category, or the newest experts. */
export function SearchAdvice({ answer, onQuery, renderAction }: SearchAdviceProps) {
  const texts = useTexts(searchAdviceTexts)
  const { items, did_you_mean: spelling, nearest_category: category } = answer
  return (
    <>
      {spelling !== undefined && (
        <p className="mb-6">
          {texts.didYouMean}{' '}
          <button type="button" className="font-semibold underline" onClick={() => onQuery(spelling)}>
            {spelling}
          </button>
          {'?'}
        </p>
      )}
      {items.length === 0 && <OtherExperts category={category} renderAction={renderAction} />}
    </>
  )
}

function OtherExperts({
  category,
  renderAction,
}: {
  category: Category | undefined
  renderAction: (profile: Profile) => ReactNode
}) {
  const texts = useTexts(searchAdviceTexts)
  const { getLabel } = useCategories()
  const { data } = useExperts({ query: '', category }, useLanguage())
  const experts = data?.pages[0]?.items.slice(0, SHOWN) ?? []
  if (experts.length === 0) return null
  return (
    <section className="mt-8">
      <h3 className="mb-4 text-lg">{category === undefined ? texts.newest : texts.nearest(getLabel(category))}</h3>
      <ul className={GRID}>
        {experts.map((profile) => (
          <li key={profile.id}>
            <ExpertCard profile={profile} action={renderAction(profile)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
