import { Refusal } from '@kundig/contract/errors'
import { chooseInitialLanguage, type Language } from '@kundig/contract/languages'
import { NOTIFICATION_TOPICS, type NotificationTopic } from '@kundig/contract/notifications/notification-kinds'
import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import type { Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { formatTimeOfDay, parseTimeOfDay, type QuietHours, findQuietHoursEnd } from './quiet-hours.ts'
import * as repository from './settings.repository.ts'

const DEFAULT_LANGUAGE = chooseInitialLanguage(null, undefined)

type Switches = Partial<Record<NotificationTopic, boolean | undefined>>

/** Changes of the settings; absent fields stay unchanged. */
export interface SettingsInput {
  language?: Language | undefined
  time_zone?: string | undefined
  quiet_hours?: { from: string; until: string } | null | undefined
  previews?: boolean | undefined
  mail_quotes?: boolean | undefined
  mail?: Switches | undefined
  push?: Switches | undefined
}

export interface NotificationPreferences {
  language: Language
  quietHours: QuietHours | null
  previews: boolean
  mailQuotes: boolean
  mailOff: readonly NotificationTopic[]
  pushOff: readonly NotificationTopic[]
  /** Address that permanently refused a mail. */
  bouncedEmail: string | null
}

export interface SettingsServiceOptions {
  db: Database
  findConfirmedEmail: (userId: string) => Promise<string | null>
  pushKey: string | null
  /** Makes held deliveries due, because the quiet hours may have changed. */
  releaseDigest: (tx: Transaction, userId: string) => Promise<void>
}

export class SettingsService {
  readonly #deps: SettingsServiceOptions

  constructor(deps: SettingsServiceOptions) {
    this.#deps = deps
  }

  async get(userId: string, asked: Language): Promise<NotificationSettings> {
    const row = await repository.findByUser(this.#deps.db, userId)
    const email = await this.#deps.findConfirmedEmail(userId)
    const bounced = row?.bouncedEmail ?? null
    return {
      language: row?.language ?? asked,
      time_zone: row?.timeZone ?? null,
      quiet_hours:
        row && row.quietFrom !== null && row.quietUntil !== null
          ? { from: formatTimeOfDay(row.quietFrom), until: formatTimeOfDay(row.quietUntil) }
          : null,
      previews: row?.previews ?? false,
      mail_quotes: row?.mailQuotes ?? true,
      mail: toSwitches(row?.mailOff ?? []),
      push: toSwitches(row?.pushOff ?? []),
      mail_state: email === null ? 'unconfirmed' : email === bounced ? 'bounced' : 'on',
      push_key: this.#deps.pushKey,
    }
  }

  /** Switching mail on also allows mails to an address that refused a mail. @throws Refusal TIME_ZONE_REQUIRED */
  async change(userId: string, input: SettingsInput, asked: Language): Promise<NotificationSettings> {
    const {
      language,
      time_zone: timeZone,
      quiet_hours: quietHours,
      previews,
      mail_quotes: mailQuotes,
      mail,
      push,
    } = input
    await this.#deps.db.transaction(async (tx) => {
      await repository.insertMissingSettings(tx, userId, language ?? asked)
      const before = await repository.findByUserForChange(tx, userId)
      if (quietHours && timeZone === undefined && (before?.timeZone ?? null) === null) {
        throw new Refusal('TIME_ZONE_REQUIRED', 'time_zone')
      }
      await repository.updateSettings(tx, userId, {
        ...(language === undefined ? {} : { language }),
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(quietHours === undefined
          ? {}
          : {
              quietFrom: quietHours && parseTimeOfDay(quietHours.from),
              quietUntil: quietHours && parseTimeOfDay(quietHours.until),
            }),
        ...(previews === undefined ? {} : { previews }),
        ...(mailQuotes === undefined ? {} : { mailQuotes }),
        ...(mail === undefined ? {} : { mailOff: listDisabledTopics(before?.mailOff ?? [], mail) }),
        ...(mail && Object.values(mail).includes(true) ? { bouncedEmail: null } : {}),
        ...(push === undefined ? {} : { pushOff: listDisabledTopics(before?.pushOff ?? [], push) }),
      })
      if (quietHours !== undefined || timeZone !== undefined) await this.#deps.releaseDigest(tx, userId)
    })
    return this.get(userId, asked)
  }

  async switchMailOff(userId: string, topics: readonly NotificationTopic[]): Promise<void> {
    await this.#deps.db.transaction(async (tx) => {
      await repository.insertMissingSettings(tx, userId, DEFAULT_LANGUAGE)
      const before = await repository.findByUserForChange(tx, userId)
      await repository.updateSettings(tx, userId, {
        mailOff: listDisabledTopics(before?.mailOff ?? [], Object.fromEntries(topics.map((topic) => [topic, false]))),
      })
    })
  }

  async recordLanguage(userId: string, language: Language): Promise<void> {
    // Reads first, because the language rarely changes: usually nothing is written or locked.
    const row = await repository.findByUser(this.#deps.db, userId)
    if (row?.language !== language) await repository.saveLanguage(this.#deps.db, userId, language)
  }

  async findLanguage(userId: string): Promise<Language> {
    return (await repository.findByUser(this.#deps.db, userId))?.language ?? DEFAULT_LANGUAGE
  }

  recordBounce(userId: string, email: string): Promise<void> {
    return repository.saveBounce(this.#deps.db, userId, email, DEFAULT_LANGUAGE)
  }

  /** Locks the settings, so that a later change finds and releases the held deliveries. */
  async quietUntil(tx: Transaction, userId: string): Promise<Date | null> {
    return findQuietHoursEnd(toQuietHours(await repository.findByUserForShare(tx, userId)), new Date())
  }

  async findPreferences(executor: Executor, userId: string): Promise<NotificationPreferences> {
    const row = await repository.findByUser(executor, userId)
    return {
      language: row?.language ?? DEFAULT_LANGUAGE,
      quietHours: toQuietHours(row),
      previews: row?.previews ?? false,
      mailQuotes: row?.mailQuotes ?? true,
      mailOff: row?.mailOff ?? [],
      pushOff: row?.pushOff ?? [],
      bouncedEmail: row?.bouncedEmail ?? null,
    }
  }
}

function toQuietHours(
  row: Pick<repository.SettingsRow, 'timeZone' | 'quietFrom' | 'quietUntil'> | undefined,
): QuietHours | null {
  if (!row || row.timeZone === null || row.quietFrom === null || row.quietUntil === null) return null
  return { timeZone: row.timeZone, from: row.quietFrom, until: row.quietUntil }
}

function toSwitches(off: readonly NotificationTopic[]): NotificationSettings['mail'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets which keys it was given
  return Object.fromEntries(NOTIFICATION_TOPICS.map((topic) => [topic, !off.includes(topic)])) as Record<
    NotificationTopic,
    boolean
  >
}

function listDisabledTopics(off: readonly NotificationTopic[], switches: Switches): NotificationTopic[] {
  return NOTIFICATION_TOPICS.filter((topic) => !(switches[topic] ?? !off.includes(topic)))
}
