import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import { Checkbox, Field, Select, TextInput } from '../../../design-system/fields/field.tsx'
import { readDeviceZone } from '../../../platform/i18n/device-zone.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import type { ChangedSettings } from './changed-settings.ts'
import { settingsTexts } from './settings.messages.ts'

const AT_NIGHT = { from: '22:00', until: '07:00' } as const
/** Delay before a typed time is saved (ms), because people type it in parts. */
const SETTLED_MS = 800

export interface QuietHoursProps {
  settings: Pick<NotificationSettings, 'quiet_hours' | 'time_zone'>
  onChange: (change: ChangedSettings) => void
}

/** Quiet hours, in the browser's time zone until the person chooses another one. */
export function QuietHours({ settings, onChange }: QuietHoursProps) {
  const texts = useTexts(settingsTexts)
  const { quiet_hours: hours } = settings
  const isCleared = useRef(false)
  const zone = settings.time_zone ?? readDeviceZone()
  return (
    <>
      <Checkbox
        label={
          <span className="grid gap-0.5">
            <span className="font-semibold text-ink">{texts.quiet}</span>
            <span>{texts.quietText}</span>
          </span>
        }
        checked={hours !== null}
        onChange={(event) => {
          isCleared.current = !event.target.checked
          onChange(event.target.checked ? { quiet_hours: AT_NIGHT, time_zone: zone } : { quiet_hours: null })
        }}
      />
      {hours && (
        <QuietHoursFields
          hours={hours}
          zone={zone}
          isCleared={() => isCleared.current}
          onHours={(next) => onChange({ quiet_hours: next, time_zone: zone })}
          onZone={(next) => onChange({ time_zone: next })}
        />
      )}
    </>
  )
}

type Hours = NonNullable<NotificationSettings['quiet_hours']>

function QuietHoursFields({
  hours,
  zone,
  isCleared,
  onHours,
  onZone,
}: {
  hours: Hours
  isCleared: () => boolean
  zone: string
  onHours: (hours: Hours) => void
  onZone: (zone: string) => void
}) {
  const texts = useTexts(settingsTexts)
  const errorText = useErrorText()
  /** Unsaved input. Null shows the stored hours, which another device may change. */
  const [typed, setTyped] = useState<Hours | null>(null)
  const shown = typed ?? hours
  const isSame = shown.from === shown.until
  const save = useEffectEvent(() => {
    if (typed === null || typed.from === typed.until || typed.from === '' || typed.until === '') return
    setTyped(null)
    if (typed.from !== hours.from || typed.until !== hours.until) onHours(typed)
  })
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => save(), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const leave = useEffectEvent(() => {
    if (!isCleared()) save()
  })
  // Saves unsaved input when the person leaves the page, unless the hours were cleared.
  useEffect(() => () => leave(), [])

  const time = (name: keyof Hours) => ({
    name,
    type: 'time',
    required: true,
    value: shown[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...shown, [name]: event.target.value }),
  })
  return (
    <div className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-[9rem_9rem_minmax(0,1fr)]">
      <Field label={texts.from}>{(control) => <TextInput {...control} {...time('from')} />}</Field>
      <Field label={texts.until} error={isSame && shown.from !== '' ? errorText('QUIET_HOURS_ALL_DAY') : null}>
        {(control) => <TextInput {...control} {...time('until')} />}
      </Field>
      <Field label={texts.timeZone} className="col-span-2 sm:col-span-1">
        {(control) => (
          <Select
            {...control}
            name="time_zone"
            placeholder={texts.timeZoneChoose}
            value={zone}
            options={listTimeZones(zone)}
            onChange={(event) => onZone(event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}

/** Lists time zones, including the stored zone, which this browser may not know. */
function listTimeZones(chosen: string): { value: string; label: string }[] {
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])
  return [...all].toSorted().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}
