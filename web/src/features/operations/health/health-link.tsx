import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'

import { Badge } from '../../../design-system/badge.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { healthLinkTexts } from './health-link.messages.ts'
import { healthQuery } from './health.queries.ts'

/** The way to the page that says how the site is, with a mark when something needs somebody. */
export function HealthLink() {
  const texts = useTexts(healthLinkTexts)
  const { data } = useQuery(healthQuery)
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3">
      <Link to="/operator/health" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
        {texts.health}
      </Link>
      <span role="status">
        {data?.state === 'needs_somebody' && (
          <Badge tone="danger" icon={<TriangleAlert />}>
            {texts.needsSomebody}
          </Badge>
        )}
      </span>
    </p>
  )
}
