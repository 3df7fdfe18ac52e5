import type { Appointment } from '@kundig/contract/appointments/appointment'

import { AppointmentCard } from '../../src/features/appointments/card/appointment-card.tsx'
import { parseMessage } from '../../src/features/chat/cache/message.ts'
import { LastMessageLine } from '../../src/features/chat/rooms/last-message.tsx'
import { useRefundStepText } from '../../src/features/payments/refunding/use-refund-words.ts'
import { createAppointmentMessage, MARIEKE, READER, ROOM } from './gallery-data.ts'
import { GalleryState } from './gallery-state.tsx'

const ACCEPTED = { status: 'accepted', starts_at: '2099-06-01T12:00:00.000Z', partner_zone: 'Asia/Tokyo' } as const
const CANCELLED = { ...ACCEPTED, status: 'ended', ended_by: READER.id } as const
const WITHDRAWN = { status: 'ended', ended_by: MARIEKE.id } as const
const LINKED = { ...ACCEPTED, minutes: 90, link: 'https://meet.jit.si/kundig-garden-wall' } as const
const PASSED = ['2020-06-01T12:00:00.000Z', '2020-06-02T08:30:00.000Z']

function doNothing(): void {
  // Buttons have no effect in the gallery.
}

function AppointmentState({ of, isOwn = false }: { of?: Partial<Appointment>; isOwn?: boolean }) {
  const parsed = parseMessage(createAppointmentMessage(1, of ?? {}, isOwn ? { sender_id: READER.id } : {}))
  if (parsed.kind !== 'appointment') return null
  return (
    <AppointmentCard
      message={parsed}
      room={ROOM}
      onMessage={doNothing}
      refresh={() => Promise.resolve()}
      onEditLink={doNothing}
    />
  )
}

export function AppointmentStates() {
  const describeRefund = useRefundStepText()
  return (
    <>
      <GalleryState name="AppointmentCard: proposed by the partner, and by the reader">
        <AppointmentState />
        <AppointmentState isOwn />
      </GalleryState>
      <GalleryState name="AppointmentCard: one time passed; all passed">
        <AppointmentState of={{ times: [...PASSED.slice(0, 1), ACCEPTED.starts_at] }} />
        <AppointmentState of={{ times: PASSED }} />
      </GalleryState>
      <GalleryState name="AppointmentCard: accepted; with a call link of the partner, and of the reader; over">
        <AppointmentState of={ACCEPTED} isOwn />
        <AppointmentState of={{ ...LINKED, link_by: MARIEKE.id }} />
        <AppointmentState of={{ ...LINKED, link_by: READER.id }} />
        <AppointmentState of={{ ...ACCEPTED, starts_at: PASSED[0] ?? null }} />
      </GalleryState>
      <GalleryState name="AppointmentCard: withdrawn; declined; cancelled; ended by the site">
        <AppointmentState of={WITHDRAWN} />
        <AppointmentState of={WITHDRAWN} isOwn />
        <AppointmentState of={CANCELLED} />
        <AppointmentState of={{ ...CANCELLED, ended_by: null }} />
      </GalleryState>
      <GalleryState name="LastMessageLine: an appointment in each of its states">
        {[{}, ACCEPTED, CANCELLED, WITHDRAWN].map((of, index) => {
          const message = createAppointmentMessage(index + 1, of)
          return (
            <p key={message.seq} className="text-sm text-ink-2">
              <LastMessageLine
                message={index % 2 === 1 ? message : { ...message, sender_id: MARIEKE.id }}
                partner={MARIEKE}
                describeRefund={describeRefund}
              />
            </p>
          )
        })}
      </GalleryState>
    </>
  )
}
