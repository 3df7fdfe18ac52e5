import { type ReactNode, useState } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { Button } from '../design-system/button.tsx'
import { CheckIcon } from '../design-system/icons.tsx'
import { useLazyModule } from '../design-system/lazy-module.ts'
import type { ButtonVariant } from '../design-system/link-styles.ts'
import { toast } from '../design-system/toasts/toast.tsx'
import { useViewerId } from '../features/auth/session-viewer.ts'
import { useSession } from '../features/auth/session.queries.ts'
import { useIsWaitingFor } from '../features/connection-requests/waiting.queries.ts'
import { useErrorText, useTexts } from '../platform/i18n/texts.ts'
import { useNavigation } from '../platform/navigation/navigation.ts'
import { saveReturnTo } from './return-to.ts'
import { sendRequestTexts } from './send-request.messages.ts'

const loadDialog = () => import('./compose-request-dialog.tsx')

/**
 * Sends a request from a screen that shows experts (spec 2): whoever has a profile gets the dialog. Everybody else goes to
 * the dashboard to log in or to complete a profile, and returns to the expert's profile.
 * @returns `button` for an expert, and `dialog` to put once on the screen
 */
export function useSendRequest(variant: ButtonVariant = 'secondary'): {
  button: (profile: Profile) => ReactNode
  dialog: ReactNode
} {
  const texts = useTexts(sendRequestTexts)
  const session = useSession()
  const { go } = useNavigation()
  const viewerId = useViewerId()
  const [request, setRequest] = useState<{ from: string | null; to: Profile } | null>(null)
  const errorText = useErrorText()
  const code = useLazyModule(loadDialog, request !== null)
  const maySend = session.status === 'in' && session.session.has_profile
  const isWaitingFor = useIsWaitingFor(maySend)

  function send(profile: Profile): void {
    if (!maySend) {
      saveReturnTo(profile.id)
      return void go('/dashboard')
    }
    setRequest({ from: viewerId, to: profile })
    loadDialog().catch(() => toast.error(errorText('NETWORK')))
  }

  // Another tab may have logged out meanwhile, or somebody else in: the request waits for its writer.
  const receiver = request && request.from === viewerId ? request.to : null
  return {
    button: (profile) => {
      // The dialog then shows the request that waits.
      const isWaiting = isWaitingFor(profile.id)
      return (
        <Button
          variant={isWaiting ? 'ghost' : variant}
          // Before its label is known it is invisible, but has its place.
          className={isWaiting === undefined ? 'invisible' : undefined}
          aria-label={isWaiting ? `${texts.requestSent}: ${profile.full_name}` : texts.sendRequestTo(profile.full_name)}
          onPointerEnter={maySend ? () => void loadDialog().catch(() => undefined) : undefined}
          onClick={() => send(profile)}
        >
          {isWaiting && <CheckIcon size={18} className="text-success" />}
          <span>{isWaiting ? texts.requestSent : texts.sendRequest}</span>
        </Button>
      )
    },
    dialog: code && <code.ComposeRequestDialog receiver={receiver} onClose={() => setRequest(null)} />,
  }
}
