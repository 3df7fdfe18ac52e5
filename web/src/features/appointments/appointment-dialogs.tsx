import type { Room } from '@kundig/contract/chat/chat.contract'

import { type AppointmentUpdates, findAppointment, type RoomMessage } from './appointment-message.ts'
import { CallLinkDialog } from './call-link/call-link-dialog.tsx'
import { ProposeDialog } from './proposing/propose-dialog.tsx'

export interface AppointmentDialogsProps extends AppointmentUpdates {
  /** `linkSeq` is the position of the message whose call link is edited; null to propose an appointment. */
  opened: { roomId: string; linkSeq: number | null }
  room: Room
  messages: readonly RoomMessage[]
  onClose: () => void
}

export function AppointmentDialogs({ opened, room, messages, ...rest }: AppointmentDialogsProps) {
  if (opened.linkSeq === null) return <ProposeDialog room={room} onMessage={rest.onMessage} onClose={rest.onClose} />
  const message = findAppointment(messages, opened.linkSeq)
  return message && <CallLinkDialog message={message} {...rest} />
}
