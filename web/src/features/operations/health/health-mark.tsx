import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'

import { Badge } from '../../../design-system/badge.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { healthMarkTexts } from './health-mark.messages.ts'
import { healthQuery } from './health.queries.ts'

export function HealthMark() {
  const texts = useTexts(healthMarkTexts)
  const { data } = useQuery(healthQuery)
  return (
    <span role="status" className="pl-3 empty:hidden">
      {data?.state === 'needs_somebody' && (
        <Badge tone="danger" icon={<TriangleAlert />}>
          {texts.needsSomebody}
        </Badge>
      )}
    </span>
  )
}
