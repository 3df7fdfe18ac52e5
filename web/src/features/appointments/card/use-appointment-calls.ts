import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { readDeviceZone } from '../../../platform/i18n/device-zone.ts'
import { useErrorText } from '../../../platform/i18n/texts.ts'
import type { AppointmentMessage, AppointmentUpdates } from '../appointment-message.ts'

/** Errors after which the message is refetched, because the appointment changed elsewhere. */
const OUTDATED: readonly ErrorCode[] = ['APPOINTMENT_ANSWERED', 'APPOINTMENT_ENDED', 'APPOINTMENT_OVER', 'FORBIDDEN']

export interface AppointmentCallsOptions extends AppointmentUpdates {
  message: AppointmentMessage
}

/** Returns the calls that change an appointment. Only one call runs at a time. */
export function useAppointmentCalls({ message, onMessage, refresh }: AppointmentCallsOptions) {
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  /** Start time that is being accepted, or the name of another call in progress. */
  const [busy, setBusy] = useState<string | null>(null)
  const { room_id, seq } = message

  async function runAppointmentCall(name: string, send: () => Promise<Message>): Promise<void> {
    if (busy !== null) return
    setBusy(name)
    // Another person may be logged in when the response arrives.
    const ended = getSessionSignal(queryClient)
    try {
      onMessage(await send())
    } catch (error) {
      if (ended.aborted) return
      const { code } = toFailure(error)
      toast.error(errorText(code))
      if (OUTDATED.includes(code)) await refresh(message)
    } finally {
      setBusy(null)
    }
  }

  return {
    busy,
    accept: (startsAt: string) =>
      runAppointmentCall(startsAt, () =>
        client.appointments.accept({ room_id, seq, starts_at: startsAt, zone: readDeviceZone() }),
      ),
    end: () => runAppointmentCall('end', () => client.appointments.end({ room_id, seq })),
    removeLink: () => runAppointmentCall('link', () => client.appointments.changeLink({ room_id, seq, link: null })),
  }
}

export type AppointmentCalls = ReturnType<typeof useAppointmentCalls>
