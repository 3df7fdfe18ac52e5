import type { Database } from '../../platform/database/database.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { UploadLimiter } from '../../platform/http/files/upload-limiter.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Origins } from '../../platform/http/origins.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import type { TermsGate } from '../../terms-gate.ts'
import type { Identify } from '../../viewer.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import { CategoryService } from './category.service.ts'
import { ownDataOfProfiles } from './own-data.repository.ts'
import { PICTURE_PATHS, servePictures } from './pictures/picture.routes.ts'
import { PictureService } from './pictures/picture.service.ts'
import { ProfileModerationService } from './profile-moderation.service.ts'
import { ProfileService } from './profile.service.ts'
import { createProfileLimits } from './profiles.limits.ts'
import { createProfileProcedures } from './profiles.routes.ts'
import { SearchService } from './search/search.service.ts'
import { serveSitemap } from './sitemap/sitemap.routes.ts'
import { createSitemapService } from './sitemap/sitemap.service.ts'

export interface ProfilesModuleOptions {
  sitePages: TermsGate
  db: Database
  /** Pool of two connections for statements that may take minutes. */
  countingDb: Database
  reads: Reads
  contact: ContactService
  files: FileStorage
  uploadLimiter: UploadLimiter
  limits: Limits
  databasePool: number
  origins: Origins
  withPages: boolean
  logger: Logger
  siteSettings: SiteSettingsStore
}

export function createProfilesModule(options: ProfilesModuleOptions) {
  const { db, countingDb, reads, contact, files, uploadLimiter, origins, withPages, logger, sitePages, siteSettings } =
    options
  const limits = createProfileLimits(options.limits, options)
  const categories = new CategoryService({ db, siteSettings })
  const profiles = new ProfileService({ db, categories, readBranding: () => siteSettings.read().face })
  const search = new SearchService({ countingDb, reads, contact, categories, logger })
  const pictures = new PictureService({ db, profiles, files, logger })

  return {
    ownData: ownDataOfProfiles,
    services: { profiles, categories, profileModeration: new ProfileModerationService({ db, pictures }) },
    procedures: createProfileProcedures({ profiles, search, categories, limits }),
    paths: PICTURE_PATHS,
    start: () => search.start(),

    serve: async (server: HttpServer, identify: Identify): Promise<void> => {
      const countUpload = async (userId: string): Promise<void> => {
        await sitePages.requireAccepted(userId)
        await limits.upload(userId)
      }
      await servePictures(server, { pictures, uploadLimiter, identify, countUpload })
      if (withPages) {
        serveSitemap(server, {
          sitemap: createSitemapService({ reads }),
          base: origins.base,
          categories: () => categories.list(),
        })
      }
    },
  }
}
