import type { ReactNode } from 'react'

import { PeoplePage } from '../../features/operations/people/people-page.tsx'
import { peopleTexts } from '../../features/operations/people/people.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { useTitle } from '../use-title.ts'

export function OperatorPeople(): ReactNode {
  const { place, go } = useNavigation()
  const query = new URLSearchParams(place.search).get('q')?.trim() ?? ''
  useTitle(useTexts(peopleTexts).title)
  return (
    <PeoplePage
      key={query}
      query={query}
      onSearch={(wanted) => void go(`/operator/people?q=${encodeURIComponent(wanted)}`, { keepScroll: true })}
    />
  )
}
