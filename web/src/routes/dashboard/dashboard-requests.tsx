import { RequestsTab, type RequestsTabProps } from '../../features/connection-requests/requests-tab.tsx'
import { BlockMenu } from '../../features/safety/block-menu.tsx'
import { useBlockPerson } from '../block-person.tsx'

/** The Requests tab with blocking in its slot. */
export function DashboardRequests(props: Omit<RequestsTabProps, 'renderMenu'>) {
  const { ask, dialog } = useBlockPerson()
  return (
    <>
      <RequestsTab
        {...props}
        renderMenu={(sender) => <BlockMenu name={sender.full_name} onBlock={() => ask(sender)} />}
      />
      {dialog}
    </>
  )
}
