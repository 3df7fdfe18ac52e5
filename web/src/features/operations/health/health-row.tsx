import { Check, Eye, TriangleAlert } from 'lucide-react'

import type { HealthState } from '@kundig/contract/operations/health-kinds'

import { Badge } from '../../../design-system/badge.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { stateTexts } from './health.messages.ts'

const STATE_STYLES = {
  fine: { tone: 'success', icon: <Check /> },
  waits: { tone: 'pending', icon: <Eye /> },
  needs_somebody: { tone: 'danger', icon: <TriangleAlert /> },
} as const

export function HealthRow({
  name,
  state,
  facts,
  advice,
}: {
  name: string
  state: HealthState
  /** Empty facts are omitted. */
  facts: readonly string[]
  advice: string
}) {
  const states = useTexts(stateTexts)
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <Badge tone={STATE_STYLES[state].tone} icon={STATE_STYLES[state].icon}>
          {states[state]}
        </Badge>
      </div>
      <p className="num text-sm text-ink-2">{facts.filter((fact) => fact !== '').join(' · ')}</p>
      {state !== 'fine' && <p className="text-sm">{advice}</p>}
    </li>
  )
}
