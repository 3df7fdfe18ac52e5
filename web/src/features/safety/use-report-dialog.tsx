import { type ReactNode, useState } from 'react'

import type { ReportSubject } from '@kundig/contract/safety/safety.contract'

import { useLazyModule } from '../../design-system/lazy-module.ts'

/** What is reported, and whom it is about. */
export interface ReportTarget {
  subject: ReportSubject
  person: { id: string; full_name: string }
}

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
