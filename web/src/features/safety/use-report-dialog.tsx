import { type ReactNode, useState } from 'react'

import { useLazyModule } from '../../design-system/lazy-module.ts'
import type { ReportTarget } from './report-dialog.tsx'

const loadDialog = () => import('./report-dialog.tsx')

/**
 * Reports something from a screen that shows it. The dialog's code is fetched with the first report.
 * @param onBlock asks whether to block the person; left out where nobody is logged in
 * @returns `ask` about something, and `dialog` to put once on the screen
 */
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
