import { useEffect, useEffectEvent, useState } from 'react'

import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import { Checkbox, Field, Select, TextInput } from '../../design-system/field.tsx'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import type { ChangedSettings } from './changed-settings.ts'
import { settingsTexts } from './settings.messages.ts'

/** What quiet hours begin as. */
const AT_NIGHT = { from: '22:00', until: '07:00' } as const
/** A time is typed in parts: it is saved once it has stayed the same for so long (ms). */
const SETTLED_MS = 800

export interface QuietHoursProps {
  settings: Pick<NotificationSettings, 'quiet_hours' | 'time_zone'>
  onChange: (change: ChangedSettings) => void
}

/** At which hours nothing is sent, in the person's time zone: the browser's, until they choose another one. */
export function QuietHours({ settings, onChange }: QuietHoursProps) {
  const texts = useTexts(settingsTexts)
  const { quiet_hours: hours } = settings
  const zone = settings.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
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
        onChange={(event) =>
          onChange(event.target.checked ? { quiet_hours: AT_NIGHT, time_zone: zone } : { quiet_hours: null })
        }
      />
      {hours && (
        <Times
          hours={hours}
          zone={zone}
          onHours={(next) => onChange({ quiet_hours: next, time_zone: zone })}
          onZone={(next) => onChange({ time_zone: next })}
        />
      )}
    </>
  )
}

type Hours = NonNullable<NotificationSettings['quiet_hours']>

function Times({
  hours,
  zone,
  onHours,
  onZone,
}: {
  hours: Hours
  zone: string
  onHours: (hours: Hours) => void
  onZone: (zone: string) => void
}) {
  const texts = useTexts(settingsTexts)
  const errorText = useErrorText()
  const [typed, setTyped] = useState<Hours>(hours)
  const isSame = typed.from === typed.until
  const save = useEffectEvent(({ from, until }: Hours) => {
    const isChanged = from !== hours.from || until !== hours.until
    if (isChanged && from !== until && from !== '' && until !== '') onHours({ from, until })
  })
  useEffect(() => {
    const timer = setTimeout(() => save(typed), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const leave = useEffectEvent(() => save(typed))
  // Whoever leaves at once has chosen all the same.
  useEffect(() => () => leave(), [])

  const time = (name: keyof Hours) => ({
    name,
    type: 'time',
    required: true,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  return (
    <div className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-[9rem_9rem_minmax(0,1fr)]">
      <Field label={texts.from}>{(control) => <TextInput {...control} {...time('from')} />}</Field>
      <Field label={texts.until} error={isSame && typed.from !== '' ? errorText('QUIET_HOURS_ALL_DAY') : null}>
        {(control) => <TextInput {...control} {...time('until')} />}
      </Field>
      <Field label={texts.timeZone} className="col-span-2 sm:col-span-1">
        {(control) => (
          <Select
            {...control}
            name="time_zone"
            placeholder={texts.timeZoneChoose}
            value={zone}
            options={timeZones(zone)}
            onChange={(event) => onZone(event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}

/** All that this browser knows, and the one that is chosen, which another browser may have named. */
function timeZones(chosen: string): { value: string; label: string }[] {
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])
  return [...all].toSorted().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}
