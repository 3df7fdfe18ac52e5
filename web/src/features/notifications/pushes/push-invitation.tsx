import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useReducer, useState } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { settingsQuery } from '../notifications.queries.ts'
import { toPushSupport, readBrowserAbilities } from './push-support.ts'
import { PushToggle, pushesQuery } from './push-switch.tsx'
import { pushTexts } from './push.messages.ts'

export interface PushInvitationProps {
  userId: string
  title: string
  /** Called after the person answered, or when there is no invitation. */
  onClose: () => void
  children: ReactNode
}

const INVITED = 'kundig.push-invited'

/** Invitation to pushes, once per browser. Hidden when pushes are on, denied or unavailable. */
export function PushInvitation({ userId, title, onClose, children }: PushInvitationProps) {
  const texts = useTexts(pushTexts)
  const [isFirst] = useState(mayShowInvitation)
  const isPossible = isFirst && toPushSupport(readBrowserAbilities()) === 'possible'
  const settings = useQuery({ ...settingsQuery, enabled: isPossible })
  const pushes = useQuery({ ...pushesQuery(userId), enabled: isPossible })
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  const pushKey = settings.data?.push_key
  const isOver = !isPossible || settings.isError || pushKey === null || pushes.isError || pushes.data === true
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isOver) close()
  }, [isOver])
  const isInvited = !isOver && pushKey !== undefined && pushes.data === false
  useEffect(() => {
    if (isInvited) recordInvitationShown()
  }, [isInvited])
  if (!isInvited) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={texts.close}
      footer={
        <Button variant="ghost" onClick={onClose}>
          {texts.later}
        </Button>
      }
    >
      {children}
      <PushToggle userId={userId} pushKey={pushKey} onAnswered={lookAgain} />
    </Dialog>
  )
}

function mayShowInvitation(): boolean {
  try {
    return localStorage.getItem(INVITED) === null
  } catch {
    // Without storage, the invitation would return at each visit.
    return false
  }
}

function recordInvitationShown(): void {
  try {
    localStorage.setItem(INVITED, '1')
  } catch {
    // Storage may be full.
  }
}
