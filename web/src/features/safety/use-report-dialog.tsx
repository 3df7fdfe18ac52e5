import { type ReactNode, useState } from 'react'

import { useLazyModule } from '../../design-system/lazy-module.ts'
import type { ReportTarget } from './report-dialog.tsx'

const loadDialog = () => import('./report-dialog.tsx')

/** Report dialog, loaded with the first report. @param onBlock undefined for visitors @returns render `dialog` once */
export function useReportDialog(onBlock?: (person: ReportTarget['person']) => void): {
  ask: (target: ReportTarget) => void
  dialog: ReactNode
} {
  const [target, setTarget] = useState<ReportTarget | null>(null)
  const code = useLazyModule(loadDialog, target !== null)
  return {
    ask: setTarget,
    dialog: code && <code.ReportDialog target={target} onClose={() => setTarget(null)} onBlock={onBlock} />,
  }
}
