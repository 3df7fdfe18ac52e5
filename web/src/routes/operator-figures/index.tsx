import type { ReactNode } from 'react'

import { FIGURE_WINDOWS } from '@kundig/contract/operations/figure-names'

import { DailyFiguresPage } from '../../features/operations/figures/daily-figures-page.tsx'
import { dailyFiguresTexts } from '../../features/operations/figures/daily-figures.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { useTitle } from '../use-title.ts'

export function OperatorFigures(): ReactNode {
  const { place, go } = useNavigation()
  const asked = new URLSearchParams(place.search).get('days')
  useTitle(useTexts(dailyFiguresTexts).title)
  return (
    <DailyFiguresPage
      days={FIGURE_WINDOWS.find((days) => String(days) === asked) ?? FIGURE_WINDOWS[0]}
      onDays={(days) => void go(`/operator/figures?days=${days}`, { replace: true, keepScroll: true })}
    />
  )
}
