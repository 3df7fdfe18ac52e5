import { createHash } from 'node:crypto'

import { Refusal } from '@kundig/contract/errors'
import { DEFAULT_LOGO, type Logo } from '@kundig/contract/site/site-face'

import type { Database } from '../../../platform/database/database.ts'
import { imageTurns } from '../../../platform/images/image-turns.ts'
import { makeLogo } from '../../../platform/images/logo-image.ts'
import type { SiteSettingsStore, VersionedSettings } from '../../../platform/settings/site-settings.ts'
import { changing } from '../settings/change-settings.ts'
import { find, save, type StoredLogo } from './logo.repository.ts'

/** The log has words only: which logo it is stands in the settings. */
const logoState = ({ version }: Logo): string => (version === '' ? 'logo_as_built' : 'logo_chosen')

export type LogoService = ReturnType<typeof createLogoService>

/** The site's logo. The file and the setting that names it are written together, so that no server names one that is not there. */
export function createLogoService({ db, siteSettings }: { db: Database; siteSettings: SiteSettingsStore }) {
  const change = changing({ db, siteSettings })
  /** The one that is shown now, once it was asked for: it is there while the database is away. */
  let held: { version: string; logo: StoredLogo } | undefined

  return {
    /**
     * Makes a file the logo of the site.
     * @param version of the settings, as the owner saw them
     * @param gone when nobody waits for the answer any more
     * @returns what is set then, and what of a drawing was no shape
     * @throws Refusal SETTINGS_CHANGED, UNAVAILABLE, and those of `makeLogo`
     */
    set: (
      actorId: string,
      { version, file }: { version: number; file: Buffer },
      gone: AbortSignal,
    ): Promise<VersionedSettings & { leftOut: readonly string[] }> =>
      imageTurns.run(
        actorId,
        async () => {
          const { content, type, width, height, leftOut } = await makeLogo(file)
          if (gone.aborted) throw new Refusal('UNAVAILABLE')
          const hash = createHash('sha256').update(content).digest('hex').slice(0, 32)
          const values = { version: hash, width, height }
          const after = await change(actorId, { version, group: 'logo', values }, logoState, (tx) =>
            save(tx, hash, { content, type }),
          )
          return { ...after, leftOut }
        },
        gone,
      ),

    /** Takes the logo away. @throws Refusal SETTINGS_CHANGED */
    remove: (actorId: string, version: number): Promise<VersionedSettings> =>
      change(actorId, { version, group: 'logo', values: DEFAULT_LOGO }, logoState),

    /** @returns null where there is none of that version */
    read: async (version: string): Promise<StoredLogo | null> => {
      if (held?.version === version) return held.logo
      const logo = await find(db, version)
      if (logo && siteSettings.read().logo.version === version) held = { version, logo }
      return logo
    },

    /** The one that is shown now; its version is empty where there is none. */
    current: (): Logo => siteSettings.read().logo,
  }
}
