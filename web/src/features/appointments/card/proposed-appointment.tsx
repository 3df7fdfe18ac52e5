import type { Room } from '@kundig/contract/chat/chat.contract'

import { Button } from '../../../design-system/button.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import type { AppointmentMessage } from '../appointment-message.ts'
import { formatStart } from '../zones.ts'
import { appointmentCardTexts } from './appointment-card.messages.ts'
import { AppointmentTime } from './appointment-time.tsx'
import type { AppointmentCalls } from './use-appointment-calls.ts'
import { usePassedTimeCount } from './use-passed.ts'

export interface AppointmentPartProps {
  message: AppointmentMessage
  room: Room
  calls: AppointmentCalls
}

export function ProposedAppointment({ message, room, calls }: AppointmentPartProps) {
  const texts = useTexts(appointmentCardTexts)
  const language = useLanguage()
  const { times } = message.appointment
  // The times are sorted, so the times that have passed come first.
  const passed = usePassedTimeCount(times.map((time) => Date.parse(time)))
  const isOwn = message.sender_id !== room.partner.id
  const isOpen = room.status === 'open'
  const areAllPassed = passed === times.length
  const state = areAllPassed ? texts.allPassed : isOpen ? null : texts.chatClosed
  return (
    <div className="grid gap-3 px-4 py-3">
      <ul className="grid gap-2.5">
        {times.map((time, index) => (
          <li key={time} className="flex items-center justify-between gap-3">
            <AppointmentTime at={time} message={message} room={room} isStruck={index < passed} />
            {index < passed ? (
              !areAllPassed && <span className="flex-none text-sm text-ink-2">{texts.passed}</span>
            ) : !isOwn && isOpen ? (
              <Button
                size="sm"
                className="flex-none"
                aria-label={texts.acceptNamed(formatStart(time, language))}
                aria-disabled={calls.busy !== null || undefined}
                busy={calls.busy === time}
                onClick={() => void calls.accept(time)}
              >
                {texts.accept}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {state !== null && <p className="text-sm text-ink-2">{state}</p>}
      {isOpen && !areAllPassed && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-border pt-2">
          {isOwn && <p className="text-sm wrap-anywhere text-ink-2">{texts.waitingFor(room.partner.full_name)}</p>}
          <Button
            variant="ghost"
            size="sm"
            className="-mx-3"
            aria-disabled={calls.busy !== null || undefined}
            busy={calls.busy === 'end'}
            onClick={() => void calls.end()}
          >
            {isOwn ? texts.withdraw : texts.decline}
          </Button>
        </div>
      )}
    </div>
  )
}
