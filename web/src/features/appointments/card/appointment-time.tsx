import type { Room } from '@kundig/contract/chat/chat.contract'

import { cx } from '../../../design-system/class-names.ts'
import { readDeviceZone } from '../../../platform/i18n/device-zone.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import type { AppointmentMessage } from '../appointment-message.ts'
import { formatInOtherZone, formatStart } from '../zones.ts'

export interface AppointmentTimeProps {
  at: string
  message: AppointmentMessage
  room: Room
  large?: boolean
  isStruck?: boolean
}

/** Shows a time in the device's time zone, and also in the partner's if that differs. */
export function AppointmentTime({ at, message, room, large = false, isStruck = false }: AppointmentTimeProps) {
  const language = useLanguage()
  const { zone, partner_zone } = message.appointment
  const theirs = message.sender_id === room.partner.id ? zone : partner_zone
  const there = theirs === null ? null : formatInOtherZone(at, { zone: theirs, own: readDeviceZone(), language })
  const Text = isStruck ? 's' : 'span'
  return (
    <time dateTime={at} className="grid min-w-0">
      <Text
        className={cx(
          'wrap-anywhere',
          large ? 'font-display text-xl font-bold tracking-tight' : 'font-semibold',
          isStruck && 'text-ink-2',
        )}
      >
        {formatStart(at, language)}
      </Text>
      {there !== null && !isStruck && <span className="text-sm text-ink-2">{there}</span>}
    </time>
  )
}
