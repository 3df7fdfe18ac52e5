import type { ReportCase } from '@kundig/contract/operations/cases.contract'

import { Badge } from '../../../design-system/badge.tsx'
import { formatFullDateTime, formatMoment } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { casesTexts, categoryTexts } from '../cases.messages.ts'

const TONES = { illegal: 'danger', scam: 'pending', harassment: 'pending', spam: 'neutral', other: 'neutral' } as const

export function CaseFacts({ found, userId }: { found: ReportCase; userId: string }) {
  const texts = useTexts(casesTexts)
  const categories = useTexts(categoryTexts)
  const language = useLanguage()
  const { assigned_to: assigned } = found
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <Badge tone={TONES[found.category]}>{categories[found.category]}</Badge>
      <span className="num">{texts.reports(found.report_count)}</span>
      <time dateTime={found.opened_at} title={formatFullDateTime(found.opened_at, language)}>
        {texts.since(formatMoment(found.opened_at, language))}
      </time>
      {found.decided_at !== null && <Badge tone="success">{texts.decided}</Badge>}
      {assigned?.user_id === userId && <Badge tone="info">{texts.yours}</Badge>}
      {assigned && assigned.user_id !== userId && (
        <span className="wrap-anywhere">
          {assigned.email === null ? texts.assignedToOther : texts.assignedTo(assigned.email)}
        </span>
      )}
    </span>
  )
}
