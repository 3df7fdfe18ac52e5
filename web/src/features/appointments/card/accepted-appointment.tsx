import { CalendarArrowDown } from 'lucide-react'
import { useState } from 'react'

import { isCallLink } from '@kundig/contract/appointments/appointment-rules'
import { toChatPath } from '@kundig/contract/notifications/push-payload'

import { Button } from '../../../design-system/button.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { formatStart } from '../zones.ts'
import { appointmentCardTexts } from './appointment-card.messages.ts'
import { AppointmentTime } from './appointment-time.tsx'
import { buildCalendarFile } from './calendar-file.ts'
import type { AppointmentPartProps } from './proposed-appointment.tsx'
import { usePassedTimeCount } from './use-passed.ts'

/** Delay before the download's blob URL is revoked (ms), so that the browser can start the download. */
const SAVING_MS = 60_000

export interface AcceptedAppointmentProps extends AppointmentPartProps {
  startsAt: string
  onEditLink: () => void
}

export function AcceptedAppointment({ message, room, calls, startsAt, onEditLink }: AcceptedAppointmentProps) {
  const texts = useTexts(appointmentCardTexts)
  const { minutes, link: stored, link_by: author } = message.appointment
  const start = Date.parse(startsAt)
  const passed = usePassedTimeCount([start, start + minutes * 60_000])
  const [hasStarted, isOver] = [passed > 0, passed > 1]
  const isOpen = room.status === 'open'
  const link = stored !== null && isCallLink(stored) ? stored : null
  const isTheirs = author === room.partner.id
  const isOwn = author !== null && !isTheirs
  const from = isTheirs ? texts.callLinkFrom(room.partner.full_name) : isOwn ? texts.yourCallLink : texts.callLink

  function downloadCalendarFile(): void {
    const { full_name: name } = room.partner
    const chat = `${location.origin}${toChatPath(room.id)}&at=${message.seq}`
    const text = buildCalendarFile({
      uid: `${room.id}.${message.seq}@${location.host}`,
      stampedAt: new Date(),
      startsAt,
      minutes,
      summary: texts.withPerson(name),
      description: [...(link === null ? [] : [`${texts.callLink} ${link}`]), `${texts.chatLink} ${chat}`],
      url: link ?? chat,
    })
    saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `appointment-${toLocalDate(startsAt)}.ics`)
  }

  return (
    <div className="grid gap-3 px-4 py-3">
      <AppointmentTime at={startsAt} message={message} room={room} large />
      {isOver && <p className="text-sm text-ink-2">{texts.over}</p>}
      {link !== null && (
        <p className="grid text-sm text-ink-2">
          <span className="wrap-anywhere">{from}</span>
          {/* The link is shown in full, so that its host is visible. */}
          <a
            dir="ltr"
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            translate="no"
            className="text-link wrap-anywhere"
          >
            {link}
          </a>
        </p>
      )}
      {!isOver && (
        <div className="grid justify-items-start gap-1">
          <Button variant="secondary" size="sm" onClick={downloadCalendarFile}>
            <CalendarArrowDown size={18} />
            <span>{texts.addToCalendar}</span>
          </Button>
          {isOpen && (stored === null || isOwn) && (
            <div className="-mx-3 flex flex-wrap">
              <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={onEditLink}>
                {stored === null ? texts.addLink : texts.changeLink}
              </Button>
              {stored !== null && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-disabled={calls.busy !== null || undefined}
                  busy={calls.busy === 'link'}
                  onClick={() => void calls.removeLink()}
                >
                  {texts.removeLink}
                </Button>
              )}
            </div>
          )}
          {isOpen && !hasStarted && <CancelButton room={room} calls={calls} startsAt={startsAt} />}
        </div>
      )}
    </div>
  )
}

function CancelButton({ room, calls, startsAt }: Pick<AcceptedAppointmentProps, 'room' | 'calls' | 'startsAt'>) {
  const texts = useTexts(appointmentCardTexts)
  const language = useLanguage()
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" className="-mx-3" onClick={() => setIsConfirming(true)}>
        {texts.cancelAppointment}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={texts.cancelTitle(formatStart(startsAt, language))}
        body={texts.cancelText(room.partner.full_name)}
        confirmLabel={texts.cancelAppointment}
        cancelLabel={texts.keep}
        destructive
        busy={calls.busy === 'end'}
        onConfirm={() => void calls.end().then(() => setIsConfirming(false))}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  )
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), SAVING_MS)
}

/** Returns the date in the device's time zone, such as 2026-12-01. */
function toLocalDate(instant: string): string {
  return new Intl.DateTimeFormat('en-CA').format(new Date(instant))
}
