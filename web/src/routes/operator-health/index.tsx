import type { ReactNode } from 'react'

import { HealthPage } from '../../features/operations/health/health-page.tsx'
import { healthTexts } from '../../features/operations/health/health.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useTitle } from '../use-title.ts'

/** `/operator/health`: what waits, and what failed lately, for whoever runs the site. */
export function OperatorHealth(): ReactNode {
  useTitle(useTexts(healthTexts).title)
  return <HealthPage />
}
