import { createHash } from 'node:crypto'

import { Refusal } from '@kundig/contract/errors'
import { DEFAULT_LOGO, type Logo } from '@kundig/contract/site/branding'

import type { Database } from '../../../platform/database/database.ts'
import { imageQueue } from '../../../platform/images/image-queue.ts'
import { makeLogo } from '../../../platform/images/logo-image.ts'
import type { SiteSettingsStore, VersionedSettings } from '../../../platform/settings/site-settings.ts'
import { createSettingsChange } from '../settings/change-settings.ts'
import { findLogo, saveLogo, type StoredLogo } from './logo.repository.ts'

/** The audit log stores only the state of the logo. The settings store the logo's version. */
const logoState = ({ version }: Logo): string => (version === '' ? 'logo_as_built' : 'logo_chosen')

interface LogoServiceOptions {
  db: Database
  siteSettings: SiteSettingsStore
}

/** Writes a logo's file and setting in one transaction, so that no server refers to a missing file. */
export class LogoService {
  readonly #deps: LogoServiceOptions
  readonly #change
  /** Current logo, cached after its first read, so that it can be served while the database is unavailable. */
  #held: { version: string; logo: StoredLogo } | undefined

  constructor(deps: LogoServiceOptions) {
    this.#deps = deps
    this.#change = createSettingsChange({ db: deps.db, siteSettings: deps.siteSettings })
  }

  /** `gone` aborts on a disconnect. @throws Refusal SETTINGS_CHANGED, UNAVAILABLE, and those of `makeLogo` */
  set(
    actorId: string,
    { version, file }: { version: number; file: Buffer },
    gone: AbortSignal,
  ): Promise<VersionedSettings & { leftOut: readonly string[] }> {
    return imageQueue.run(
      actorId,
      async () => {
        const { content, type, width, height, leftOut } = await makeLogo(file)
        if (gone.aborted) throw new Refusal('UNAVAILABLE')
        const hash = createHash('sha256').update(content).digest('hex').slice(0, 32)
        const values = { version: hash, width, height }
        const after = await this.#change(actorId, { version, group: 'logo', values }, logoState, (tx) =>
          saveLogo(tx, hash, { content, type }),
        )
        return { ...after, leftOut }
      },
      gone,
    )
  }

  /** @throws Refusal SETTINGS_CHANGED */
  remove(actorId: string, version: number): Promise<VersionedSettings> {
    return this.#change(actorId, { version, group: 'logo', values: DEFAULT_LOGO }, logoState)
  }

  async read(version: string): Promise<StoredLogo | null> {
    if (this.#held?.version === version) return this.#held.logo
    const logo = await findLogo(this.#deps.db, version)
    if (logo && this.#deps.siteSettings.read().logo.version === version) this.#held = { version, logo }
    return logo
  }

  current(): Logo {
    return this.#deps.siteSettings.read().logo
  }
}
