import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

type Switches = NotificationSettings['mail']

export interface ChangedSettings {
  language?: NotificationSettings['language'] | undefined
  time_zone?: string | undefined
  quiet_hours?: NotificationSettings['quiet_hours'] | undefined
  previews?: boolean | undefined
  mail_quotes?: boolean | undefined
  mail?: { [Topic in keyof Switches]?: boolean | undefined } | undefined
  push?: { [Topic in keyof Switches]?: boolean | undefined } | undefined
}

export function applyChange(settings: NotificationSettings, change: ChangedSettings): NotificationSettings {
  const { mail, push, ...others } = change
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return { ...settings, ...given, mail: applySwitches(settings.mail, mail), push: applySwitches(settings.push, push) }
}

function applySwitches(before: Switches, change: ChangedSettings['mail'] = {}): Switches {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...before, ...given }
}
