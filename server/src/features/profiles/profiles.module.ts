import type { Database } from '../../platform/database/database.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Origins } from '../../platform/http/origins.ts'
import type { UploadDoor } from '../../platform/http/upload-door.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import type { Identify } from '../../viewer.ts'
import type { ContactService } from '../safety/contact.service.ts'
import { PICTURE_PATHS, servePictures } from './picture.routes.ts'
import { createPictureService } from './picture.service.ts'
import { createProfileModerationService } from './profile-moderation.service.ts'
import { createProfileService } from './profile.service.ts'
import { createProfileLimits } from './profiles.limits.ts'
import { profileProcedures } from './profiles.routes.ts'
import { serveSitemap } from './sitemap.routes.ts'
import { createSitemapService } from './sitemap.service.ts'

export interface ProfilesModuleOptions {
  db: Database
  reads: Reads
  contact: ContactService
  files: FileStorage
  door: UploadDoor
  limits: Limits
  /** Most database connections that this server opens. */
  databasePool: number
  origins: Origins
  /** Whether there are pages for search engines to find. */
  withPages: boolean
  logger: Logger
}

/** Profiles, their pictures, and where search engines find them. */
export function createProfilesModule(options: ProfilesModuleOptions) {
  const { db, reads, contact, files, door, origins, withPages, logger } = options
  const limits = createProfileLimits(options.limits, options)
  const profiles = createProfileService({ db, reads, contact })
  const pictures = createPictureService({ db, profiles, files, logger })

  return {
    services: { profiles, profileModeration: createProfileModerationService({ db, pictures }) },
    procedures: profileProcedures({ profiles, limits }),
    /** For the OpenAPI document. */
    paths: PICTURE_PATHS,

    serve: async (server: HttpServer, identify: Identify): Promise<void> => {
      await servePictures(server, { pictures, door, identify, countUpload: limits.upload })
      if (withPages) serveSitemap(server, { sitemap: createSitemapService({ reads }), base: origins.base })
    },
  }
}
