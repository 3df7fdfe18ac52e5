import { Ban } from 'lucide-react'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { appointmentCardTexts } from './appointment-card.messages.ts'
import { AppointmentTime } from './appointment-time.tsx'
import { describeEnding } from './ending-text.ts'
import type { AppointmentPartProps } from './proposed-appointment.tsx'

export function EndedAppointment({ message, room }: AppointmentPartProps) {
  const texts = useTexts(appointmentCardTexts)
  const { starts_at: startsAt, times } = message.appointment
  return (
    <div className="grid gap-2 px-4 py-3">
      <ul className="grid gap-1">
        {(startsAt === null ? times : [startsAt]).map((time) => (
          <li key={time}>
            <AppointmentTime at={time} message={message} room={room} isStruck />
          </li>
        ))}
      </ul>
      <p className="flex min-h-9 items-center gap-2 text-sm font-semibold text-ink-2">
        <Ban size={18} strokeWidth={2.5} className="flex-none" />
        <span className="min-w-0 wrap-anywhere">{describeEnding(message, room, texts)}</span>
      </p>
    </div>
  )
}
