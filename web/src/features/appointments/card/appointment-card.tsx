import { useEffect, useEffectEvent, useId, useRef } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { useAnnouncement } from '../../../design-system/use-announcement.tsx'
import { useKeptFocus } from '../../../design-system/use-kept-focus.ts'
import { useCalendarKey } from '../../../platform/i18n/calendar.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { formatStart } from '../zones.ts'
import { AcceptedAppointment } from './accepted-appointment.tsx'
import { appointmentCardTexts } from './appointment-card.messages.ts'
import { EndedAppointment } from './ended-appointment.tsx'
import { describeEnding } from './ending-text.ts'
import { ProposedAppointment } from './proposed-appointment.tsx'
import { type AppointmentCallsOptions, useAppointmentCalls } from './use-appointment-calls.ts'

export interface AppointmentCardProps extends AppointmentCallsOptions {
  room: Room
  onEditLink: () => void
}

export function AppointmentCard({ message, room, onMessage, refresh, onEditLink }: AppointmentCardProps) {
  const texts = useTexts(appointmentCardTexts)
  const titleId = useId()
  // Keeps the focus on the card: an answer removes the pressed button and its dialog.
  const kept = useKeptFocus<HTMLDivElement>()
  const calls = useAppointmentCalls({ message, onMessage, refresh })
  // When the device's time zone changes, times are formatted again.
  useCalendarKey()
  const { appointment } = message
  const name = room.partner.full_name
  const isOwn = message.sender_id !== room.partner.id
  const proposed = isOwn ? texts.youProposed : texts.proposes(name)
  const announced = useStatusAnnouncement({ message, room })
  const parts = { message, room, calls }
  return (
    <div
      {...kept}
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="w-[min(100%,22rem)] overflow-clip rounded-lg border border-border bg-surface shadow-2"
    >
      <div className="border-b border-border bg-accent-soft px-4 py-2.5">
        <p id={titleId} className="text-sm font-semibold wrap-anywhere text-ink">
          {appointment.status === 'proposed' ? proposed : texts.withPerson(name)}
        </p>
        <p className="text-sm text-ink-2">{texts.duration(appointment.minutes)}</p>
      </div>
      {appointment.status === 'proposed' ? (
        <ProposedAppointment {...parts} />
      ) : appointment.status === 'accepted' && appointment.starts_at !== null ? (
        <AcceptedAppointment {...parts} startsAt={appointment.starts_at} onEditLink={onEditLink} />
      ) : (
        <EndedAppointment {...parts} />
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  )
}

function useStatusAnnouncement({ message, room }: Pick<AppointmentCardProps, 'message' | 'room'>) {
  const texts = useTexts(appointmentCardTexts)
  const language = useLanguage()
  const [announced, announce] = useAnnouncement()
  const { status } = message.appointment
  const known = useRef(status)
  const describe = useEffectEvent(() => {
    const { starts_at: startsAt } = message.appointment
    if (status !== 'accepted' || startsAt === null) return describeEnding(message, room, texts)
    return `${texts.withPerson(room.partner.full_name)}: ${formatStart(startsAt, language)}`
  })
  useEffect(() => {
    if (known.current === status) return
    known.current = status
    announce(describe())
  }, [status, announce])
  return announced
}
