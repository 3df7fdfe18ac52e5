import { useRef } from 'react'

import type { PendingRequestsProps } from '../../features/connection-requests/pending/pending-requests.tsx'
import { RequestsTab } from '../../features/connection-requests/requests-tab.tsx'
import { BlockMenu } from '../../features/safety/block-menu.tsx'
import { useReportDialog } from '../../features/safety/use-report-dialog.tsx'
import { useBlockPerson } from '../block-person.tsx'

export function DashboardRequests(props: Omit<PendingRequestsProps, 'renderMenu'>) {
  const place = useRef<HTMLDivElement>(null)
  // Focuses the heading, because the button that opened the dialog disappears with its request.
  const { ask, dialog } = useBlockPerson(() => {
    if (document.activeElement === document.body) place.current?.querySelector('h2')?.focus({ preventScroll: true })
  })
  const report = useReportDialog(ask)
  return (
    <>
      <div ref={place}>
        <RequestsTab
          {...props}
          renderMenu={(sender, id, answers) => (
            <BlockMenu
              items={answers}
              name={sender.full_name}
              onReport={() => report.ask({ subject: { kind: 'request', id }, person: sender })}
              onBlock={() => ask(sender)}
            />
          )}
        />
      </div>
      {report.dialog}
      {dialog}
    </>
  )
}
