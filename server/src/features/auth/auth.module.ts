import type { Language } from '@kundig/contract/languages'

import type { OwnData } from '../../own-data.ts'
import type { AfterCommit, Database, Transaction } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Origins } from '../../platform/http/origins.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import type { Identify } from '../../viewer.ts'
import type { AccountRestrictions } from '../safety/statements/restriction.service.ts'
import { ACCOUNT_DATA_PATHS, serveAccountData } from './account-data.routes.ts'
import { createAuthLimits, createPasswordQueues } from './auth.limits.ts'
import { deleteSessions, findUserByEmail } from './auth.repository.ts'
import { createAuthProcedures, serveAuthentication } from './auth.routes.ts'
import { createAuthentication } from './authentication.ts'
import { createCredentialServices } from './credential-services.ts'
import { createDeviceProcedures } from './devices/devices.routes.ts'
import { DevicesService } from './devices/devices.service.ts'
import { KnownDevices } from './devices/known-devices.service.ts'
import { createSecurityNotices } from './email/security-notices.ts'
import type { IdentityProvider } from './google/google-provider.ts'
import { createGoogleProcedures, serveGoogleSignIn } from './google/google.routes.ts'
import { InvitedSignUp } from './invited-sign-up.ts'
import { ownDataOfAuth } from './own-data.repository.ts'
import { installPasswordQueues } from './passwords/password-queue.ts'
import { createPasswordSignIn } from './passwords/password-sign-in.service.ts'
import { createPasswordProcedures } from './passwords/password.routes.ts'
import type { AccountClosing, Invitations, Questions, Terms } from './ports.ts'
import { createSecondFactorProcedures } from './second-factor/second-factor.routes.ts'
import { SecondFactors } from './second-factor/second-factor.service.ts'
import { startSessionSweep } from './sessions/session-sweep.ts'
import { SessionService } from './sessions/session.service.ts'
import { createQuestionProcedures } from './sign-in-codes/question.routes.ts'

export interface AuthModuleOptions {
  db: Database
  jobs: Jobs
  outbox: MailOutbox
  live: LiveServer
  limits: Limits
  passwordWaitMs?: number | undefined
  origins: Origins
  logger: Logger
  /** HTTP server before any routes are added, because the password queues must be set up first. */
  server: HttpServer
  loopbackUrl: string
  authSecrets: Secrets
  /** Google, a development fake with pretend accounts, or null. */
  google: IdentityProvider | 'pretend' | null
  showsMail: boolean
  restrictions: AccountRestrictions
  sitePages: Terms
  hasProfile: (userId: string) => Promise<boolean>
  siteSettings: Pick<SiteSettingsStore, 'read'>
  /** Steps that run in this order when an account is closed. */
  closings: readonly AccountClosing[]
  invitations: Invitations
  questions: Questions
  /** Called after the commit of a new account; never throws. */
  onSignedUp: (userId: string) => Promise<void>
  /** Never throws. */
  recordLanguage: (userId: string, language: Language) => Promise<void>
}

async function createLocalGoogle(options: AuthModuleOptions): Promise<IdentityProvider> {
  const { serveLocalIdentity } = await import('./google/local-identity-provider.ts')
  return serveLocalIdentity(options.server, options)
}

/** Spec 5. */
export async function createAuthModule(options: AuthModuleOptions) {
  const { db, live, origins, logger, server, authSecrets: secrets, showsMail, hasProfile, onSignedUp } = options
  const { recordLanguage } = options
  installPasswordQueues(server, createPasswordQueues(options.limits, options))
  const google = options.google === 'pretend' ? await createLocalGoogle(options) : options.google
  const isGoogleAvailable = google !== null
  const limits = createAuthLimits(options.limits)
  const onSessionEnded = (sessionId: string): void => live.endSession(sessionId)
  const currentTerms = (): number | null => options.sitePages.currentTerms()
  const authentication = createAuthentication({
    db,
    google,
    origins,
    secrets,
    logger,
    siteSettings: options.siteSettings,
    onSessionEnded,
    onSignedUp,
    currentTerms,
  })
  const sessions = new SessionService({ db, authentication, restrictions: options.restrictions })
  const passwords = createPasswordSignIn({ db, authentication })
  const notify = createSecurityNotices(options)
  const devices = new DevicesService({ db, limits, notify, onSessionEnded })
  const knownDevices = new KnownDevices({ db, origins, logger, notify })
  const { secondFactor: provider } = authentication
  const secondFactors = new SecondFactors({ db, provider, limits, notify, onSessionEnded })
  const credentials = {
    ...options,
    authentication,
    limits,
    knownDevices,
    notify,
    secrets,
    onSessionEnded,
    currentTerms,
  }
  const { verifications, emailChanges, resets, joins, codes } = await createCredentialServices(credentials)

  return {
    services: {
      sessions,
      secondFactors,
      /** Ends all sessions of a person, also those created before the commit. */
      endSessions: async (tx: Transaction, afterCommit: AfterCommit, userId: string): Promise<void> => {
        const ended = await deleteSessions(tx, userId)
        afterCommit(async () => {
          for (const id of [...ended, ...(await deleteSessions(db, userId))]) onSessionEnded(id)
        })
      },
    },
    procedures: {
      ...createAuthProcedures({ hasProfile, sessions, recordLanguage, terms: options.sitePages }),
      ...createGoogleProcedures({ available: isGoogleAvailable, showsMail }),
      ...createPasswordProcedures({ resets, verifications, emailChanges, codes, limits, knownDevices }),
      ...createDeviceProcedures({ devices }),
      ...createSecondFactorProcedures({ secondFactors, knownDevices, recordLanguage }),
    },

    requestProcedures: createQuestionProcedures({ codes, limits }),

    paths: ACCOUNT_DATA_PATHS,

    serve: async (identifyAccount: Identify, ownData: readonly OwnData[]): Promise<void> => {
      const parts = Object.fromEntries([ownDataOfAuth, ...ownData].flatMap((own) => Object.entries(own)))
      serveAccountData(server, { db, parts, identifyAccount, count: limits.accountData, origins })
      const ways = { authentication, sessions, limits, passwords, codes, knownDevices, recordLanguage, origins }
      serveGoogleSignIn(server, { ...ways, joins, logger, available: isGoogleAvailable })
      serveAuthentication(server, {
        ...ways,
        invited: new InvitedSignUp(options),
        findAccount: async (email) => (await findUserByEmail(db, email))?.id ?? null,
        // A failed mail is only logged, because the account exists and the person can request another mail.
        onSignedUp: (email, language) =>
          verifications
            .request(email, language)
            .catch((error: unknown) =>
              logger.warn(
                { reason: describeError(error) },
                'sending a confirmation mail failed: the person can request another',
              ),
            ),
      })
    },

    start: (): (() => Promise<void>) => {
      // If re-encryption fails, second factors stay readable while AUTH_SECRET lists their older secret.
      secondFactors
        .resealAll()
        .catch((error: unknown) =>
          logger.warn(
            { part: 'auth', reason: describeError(error) },
            're-encrypting second factors failed: keep the older secret in AUTH_SECRET',
          ),
        )
      return startSessionSweep({ db, logger })
    },
  }
}
