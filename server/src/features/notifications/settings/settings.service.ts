import { Refusal } from '@kundig/contract/errors'
import { firstLanguage, type Language } from '@kundig/contract/languages'
import { NOTIFICATION_TOPICS, type NotificationTopic } from '@kundig/contract/notifications/notification-kinds'
import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import type { Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { formatTimeOfDay, parseTimeOfDay, type QuietHours, quietUntil } from './quiet-hours.ts'
import * as repository from './settings.repository.ts'

/** Of whoever has not been here since languages are written down. */
const DEFAULT_LANGUAGE = firstLanguage(null, undefined)

type Switches = Partial<Record<NotificationTopic, boolean | undefined>>

/** What is to be changed; what is left out stays as it is. */
export interface SettingsInput {
  language?: Language | undefined
  time_zone?: string | undefined
  quiet_hours?: { from: string; until: string } | null | undefined
  previews?: boolean | undefined
  mail_quotes?: boolean | undefined
  mail?: Switches | undefined
  push?: Switches | undefined
}

/** What one person is sent, for whoever sends it. */
export interface Wishes {
  language: Language
  quietHours: QuietHours | null
  /** True where pushes may quote messages. */
  previews: boolean
  /** True where mails may quote. */
  mailQuotes: boolean
  mailOff: readonly NotificationTopic[]
  pushOff: readonly NotificationTopic[]
  /** An address that was refused for good. */
  bouncedEmail: string | null
}

export interface SettingsServiceOptions {
  db: Database
  /** The address of an account, if its owner has confirmed it. */
  confirmedEmailOf: (userId: string) => Promise<string | null>
  /** What browsers subscribe to pushes with; null while this server sends none. */
  pushKey: string | null
  /** Lets what quiet hours held back be looked at again: they may be others now. */
  releaseHeld: (tx: Transaction, userId: string) => Promise<void>
}

/** What people have chosen to be sent, where, when and in which language. */
export class SettingsService {
  readonly #deps: SettingsServiceOptions

  constructor(deps: SettingsServiceOptions) {
    this.#deps = deps
  }

  /** @param asked the language of whoever asks, for who has none yet */
  async get(userId: string, asked: Language): Promise<NotificationSettings> {
    const row = await repository.findByUser(this.#deps.db, userId)
    const email = await this.#deps.confirmedEmailOf(userId)
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
      mail: switchesOf(row?.mailOff ?? []),
      push: switchesOf(row?.pushOff ?? []),
      mail_state: email === null ? 'unconfirmed' : email === bounced ? 'bounced' : 'on',
      push_key: this.#deps.pushKey,
    }
  }

  /**
   * Changes what a person is sent. Who switches mail on tries an address again that was refused before.
   * @throws Refusal TIME_ZONE_REQUIRED
   */
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
      await repository.insertIfMissing(tx, userId, language ?? asked)
      const before = await repository.findByUserForChange(tx, userId)
      if (quietHours && timeZone === undefined && (before?.timeZone ?? null) === null) {
        throw new Refusal('TIME_ZONE_REQUIRED', 'time_zone')
      }
      await repository.change(tx, userId, {
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
        ...(mail === undefined ? {} : { mailOff: switched(before?.mailOff ?? [], mail) }),
        ...(mail && Object.values(mail).includes(true) ? { bouncedEmail: null } : {}),
        ...(push === undefined ? {} : { pushOff: switched(before?.pushOff ?? [], push) }),
      })
      if (quietHours !== undefined || timeZone !== undefined) await this.#deps.releaseHeld(tx, userId)
    })
    return this.get(userId, asked)
  }

  /** Sends no more mail about some topics. Of somebody who is not there any more nothing is changed. */
  async switchMailOff(userId: string, topics: readonly NotificationTopic[]): Promise<void> {
    await this.#deps.db.transaction(async (tx) => {
      await repository.insertIfMissing(tx, userId, DEFAULT_LANGUAGE)
      const before = await repository.findByUserForChange(tx, userId)
      await repository.change(tx, userId, {
        mailOff: switched(before?.mailOff ?? [], Object.fromEntries(topics.map((topic) => [topic, false]))),
      })
    })
  }

  /** Writes down in which language a person is to be written to. */
  async noteLanguage(userId: string, language: Language): Promise<void> {
    // Asked first: it rarely changes, and so nothing is locked.
    const row = await repository.findByUser(this.#deps.db, userId)
    if (row?.language !== language) await repository.saveLanguage(this.#deps.db, userId, language)
  }

  /** In which language a person is to be written to. */
  async languageOf(userId: string): Promise<Language> {
    return (await repository.findByUser(this.#deps.db, userId))?.language ?? DEFAULT_LANGUAGE
  }

  /** Sends nothing more to an address, as it takes no mail. */
  noteBounce(userId: string, email: string): Promise<void> {
    return repository.saveBounce(this.#deps.db, userId, email, DEFAULT_LANGUAGE)
  }

  /**
   * Until when a person's quiet hours hold things back; null outside of them. They are not changed until the transaction ends:
   * whoever changes them then finds what it has held back, and lets that go.
   */
  async quietUntil(tx: Transaction, userId: string): Promise<Date | null> {
    return quietUntil(quietHoursOf(await repository.findByUserUnchanging(tx, userId)), new Date())
  }

  /** What a person is sent, as far as they have chosen. */
  async wishesOf(executor: Executor, userId: string): Promise<Wishes> {
    const row = await repository.findByUser(executor, userId)
    return {
      language: row?.language ?? DEFAULT_LANGUAGE,
      quietHours: quietHoursOf(row),
      previews: row?.previews ?? false,
      mailQuotes: row?.mailQuotes ?? true,
      mailOff: row?.mailOff ?? [],
      pushOff: row?.pushOff ?? [],
      bouncedEmail: row?.bouncedEmail ?? null,
    }
  }
}

/** The quiet hours of a row of settings; null where there are none. */
function quietHoursOf(
  row: Pick<repository.SettingsRow, 'timeZone' | 'quietFrom' | 'quietUntil'> | undefined,
): QuietHours | null {
  if (!row || row.timeZone === null || row.quietFrom === null || row.quietUntil === null) return null
  return { timeZone: row.timeZone, from: row.quietFrom, until: row.quietUntil }
}

function switchesOf(off: readonly NotificationTopic[]): NotificationSettings['mail'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets which keys it was given
  return Object.fromEntries(NOTIFICATION_TOPICS.map((topic) => [topic, !off.includes(topic)])) as Record<
    NotificationTopic,
    boolean
  >
}

function switched(off: readonly NotificationTopic[], switches: Switches): NotificationTopic[] {
  return NOTIFICATION_TOPICS.filter((topic) => !(switches[topic] ?? !off.includes(topic)))
}
