import { Refusal } from '@kundig/contract/errors'
import { DEFAULT_SETTINGS, type SettingGroup, type SiteSettings } from '@kundig/contract/site/site-settings'

import type { AfterCommit, Database, Executor, Transaction } from '../database/database.ts'
import { repeatWork } from '../jobs/repeated-work.ts'
import { describeError, type Logger } from '../logging/logger.ts'
import { readSettings } from './read-settings.ts'
import {
  readStoredSettings,
  findNewerSettings,
  storeSettingsGroup,
  type StoredSettings,
} from './site-settings.repository.ts'

/** Interval between checks (ms): all servers must apply changed settings within 2 s. */
const CHECK_MS = 1000

export interface VersionedSettings {
  version: number
  settings: SiteSettings
}

interface SiteSettingsStoreOptions {
  db: Database
  logger: Logger
}

/** Owners' settings, served from memory. All servers have the same settings within 2 s. */
export class SiteSettingsStore {
  readonly #deps: SiteSettingsStoreOptions
  #known: VersionedSettings = { version: -1, settings: DEFAULT_SETTINGS }

  constructor(deps: SiteSettingsStoreOptions) {
    this.#deps = deps
  }

  #warn(group: string): void {
    this.#deps.logger.warn({ part: 'settings', group }, 'invalid site settings, using defaults')
  }

  /** Applies settings, unless they are older than the current ones: an older version may arrive late. */
  #learn({ version, stored }: StoredSettings): void {
    if (version > this.#known.version)
      this.#known = { version, settings: readSettings(stored, (group) => this.#warn(group)) }
  }

  async #look(): Promise<void> {
    try {
      const newer = await findNewerSettings(this.#deps.db, this.#known.version)
      if (newer) this.#learn(newer)
    } catch (error) {
      // A failed check keeps the known settings.
      this.#deps.logger.warn({ part: 'settings', reason: describeError(error) }, 'reading settings failed')
    }
  }

  /** Returns the settings from memory, at most 2 s old. */
  read(): SiteSettings {
    return this.#known.settings
  }

  /** Reads the settings from the database, together with the invalid groups and the version for `change`. */
  async readNow(executor: Executor): Promise<VersionedSettings & { unreadable: readonly string[] }> {
    const { version, stored } = await readStoredSettings(executor)
    const unreadable: string[] = []
    const settings = readSettings(stored, (group) => unreadable.push(group))
    return { version, settings, unreadable }
  }

  /** Changes a group, effective after the commit. Throws SETTINGS_CHANGED when any settings changed after `version`. */
  async change<Group extends SettingGroup>(
    tx: Transaction,
    afterCommit: AfterCommit,
    { version, group, values }: { version: number; group: Group; values: SiteSettings[Group] },
  ): Promise<VersionedSettings> {
    const saved = await storeSettingsGroup(tx, { version, group, values })
    if (!saved) throw new Refusal('SETTINGS_CHANGED')
    afterCommit(() => this.#learn(saved))
    return { version: saved.version, settings: readSettings(saved.stored) }
  }

  /** Reads the settings before the server serves any requests, then checks for changes. */
  async start(): Promise<() => Promise<void>> {
    this.#learn(await readStoredSettings(this.#deps.db))
    return repeatWork(() => this.#look(), CHECK_MS)
  }
}
