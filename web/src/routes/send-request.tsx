import { type ReactNode, useState } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { Button } from '../design-system/button.tsx'
import { CheckIcon } from '../design-system/icons.tsx'
import { useLazyModule } from '../design-system/lazy-module.ts'
import { toButtonClass, type ButtonVariant } from '../design-system/link-styles.ts'
import { toast } from '../design-system/toasts/toast.tsx'
import { useViewerId } from '../features/auth/session-viewer.ts'
import { useSession } from '../features/auth/session.queries.ts'
import { useContactLookup } from '../features/connection-requests/open-contacts.queries.ts'
import { useErrorText, useTexts } from '../platform/i18n/texts.ts'
import { Link } from '../platform/navigation/link.tsx'
import { useNavigation } from '../platform/navigation/navigation.ts'
import { saveReturnProfileId } from './return-to.ts'
import { sendRequestTexts } from './send-request.messages.ts'

const loadDialog = () => import('./asking-dialog.tsx')

interface SendRequestOptions {
  variant?: ButtonVariant
  /** True for a new request in a closed chat. */
  isAgain?: boolean
}

/**
 * Button and dialog for requests to experts (spec 2). People without a profile complete their profile first and then
 * return. People with an open chat get a link to the chat.
 * @returns `button` renders the button for an expert; render `dialog` once
 */
export function useSendRequest({ variant = 'secondary', isAgain = false }: SendRequestOptions = {}): {
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
  const hasProfile = session.status === 'in' && session.session.has_profile
  const mayAsk = hasProfile || session.status === 'out'
  const contactWith = useContactLookup(hasProfile)

  function startRequest(profile: Profile): void {
    if (!mayAsk) {
      saveReturnProfileId(profile.id)
      return void go('/dashboard')
    }
    setRequest({ from: viewerId, to: profile })
    loadDialog().catch(() => toast.error(errorText('NETWORK')))
  }

  // Drops the request if another person has logged in since.
  const receiver = request && request.from === viewerId ? request.to : null
  return {
    button: (profile) => {
      const contact = contactWith(profile.id)
      if (contact?.roomId !== undefined) {
        return (
          <Link
            href={`/dashboard?${new URLSearchParams({ tab: 'chats', room: contact.roomId }).toString()}`}
            className={toButtonClass(variant)}
            aria-label={texts.openChatWith(profile.full_name)}
          >
            {texts.openChat}
          </Link>
        )
      }
      // For a pending request, the dialog shows the request instead of the form.
      const isWaiting = contact?.isWaiting === true
      const [label, toName] = isWaiting
        ? [texts.requestSent, (name: string) => `${texts.requestSent}: ${name}`]
        : isAgain
          ? [texts.askAgain, texts.askAgainOf]
          : [texts.sendRequest, texts.sendRequestTo]
      return (
        <Button
          variant={isWaiting ? 'ghost' : variant}
          // Reserves the button's space until its label is known.
          className={contact === undefined ? 'invisible' : undefined}
          aria-label={toName(profile.full_name)}
          onPointerEnter={mayAsk ? () => void loadDialog().catch(() => undefined) : undefined}
          onClick={() => startRequest(profile)}
        >
          {isWaiting && <CheckIcon size={18} className="text-success" />}
          <span>{label}</span>
        </Button>
      )
    },
    dialog: code && <code.AskingDialog receiver={receiver} onClose={() => setRequest(null)} />,
  }
}
