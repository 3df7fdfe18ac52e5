import type { ReactNode } from 'react'

import { HealthPage } from '../../features/operations/health/health-page.tsx'
import { healthTexts } from '../../features/operations/health/health.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useTitle } from '../use-title.ts'

export function OperatorHealth(): ReactNode {
  useTitle(useTexts(healthTexts).title)
  return <HealthPage />
}
