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
import type { StandingReader } from '../safety/statements/standing.service.ts'
import { ACCOUNT_DATA_PATHS, serveAccountData } from './account-data.routes.ts'
import { createAuthLimits, createPasswordTurns } from './auth.limits.ts'
import { deleteSessions, findUserByEmail } from './auth.repository.ts'
import { authProcedures, serveAuthentication } from './auth.routes.ts'
import { createAuthentication } from './authentication.ts'
import { createCredentialServices } from './credential-services.ts'
import { deviceProcedures } from './devices/devices.routes.ts'
import { DevicesService } from './devices/devices.service.ts'
import { KnownDevices } from './devices/known-devices.service.ts'
import { createSecurityNotices } from './email/security-notices.ts'
import type { IdentityProvider } from './google/google-provider.ts'
import { googleProcedures, serveGoogle } from './google/google.routes.ts'
import { InvitedSignUp } from './invited-sign-up.ts'
import { ownDataOfAuth } from './own-data.repository.ts'
import { createPasswordSignIn } from './passwords/password-sign-in.service.ts'
import { servePasswordTurns } from './passwords/password-turns.ts'
import { passwordProcedures } from './passwords/password.routes.ts'
import type { AccountClosing, Invitations, Questions, Terms } from './ports.ts'
import { secondFactorProcedures } from './second-factor/second-factor.routes.ts'
import { SecondFactors } from './second-factor/second-factor.service.ts'
import { startSessionSweep } from './sessions/session-sweep.ts'
import { SessionService } from './sessions/session.service.ts'
import { questionProcedures } from './sign-in-codes/question.routes.ts'

export interface AuthModuleOptions {
  db: Database
  jobs: Jobs
  outbox: MailOutbox
  live: LiveServer
  limits: Limits
  /** How long hashing a password may wait for its turn (ms); undefined: as long as anything else. */
  passwordWaitMs?: number | undefined
  origins: Origins
  logger: Logger
  /** What hashes a password there waits for its turn, so this comes before routes are served. */
  server: HttpServer
  /** Where this process reaches itself. */
  backChannel: string
  /** What codes and cookies are signed with. */
  authSecrets: Secrets
  /** Who signs people in with Google: Google, a stand-in with pretend accounts, or nobody. */
  google: IdentityProvider | 'pretend' | null
  /** Whether mails can be read on a page of ours. */
  showsMail: boolean
  /** What stands against whoever logs in. */
  standing: StandingReader
  sitePages: Terms
  hasProfile: (userId: string) => Promise<boolean>
  siteSettings: Pick<SiteSettingsStore, 'read'>
  /** What happens to what an account has elsewhere, when it is closed; in this order. */
  closings: readonly AccountClosing[]
  /** What the other features keep of a person. */
  ownData: readonly OwnData[]
  /** Those of the waiting list. */
  invitations: Invitations
  /** Those that visitors ask. */
  questions: Questions
  /** Called once an account is made and committed; never throws. */
  onSignedUp: (userId: string) => Promise<void>
  /** Takes note of the language that a person's mails are to be in; never throws. */
  noteLanguage: (userId: string, language: Language) => Promise<void>
}

/** What stands in for Google is loaded only where it is used. */
async function pretendGoogle(options: AuthModuleOptions): Promise<IdentityProvider> {
  const { serveLocalIdentity } = await import('./google/local-identity-provider.ts')
  return serveLocalIdentity(options.server, options)
}

/** Accounts, passwords, Google, mails with codes, sessions and devices (spec 5). */
export async function createAuthModule(options: AuthModuleOptions) {
  const { db, live, origins, logger, server, authSecrets: secrets, showsMail, hasProfile, onSignedUp } = options
  const { noteLanguage } = options
  servePasswordTurns(server, createPasswordTurns(options.limits, options))
  const google = options.google === 'pretend' ? await pretendGoogle(options) : options.google
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
  const sessions = new SessionService({ db, authentication, standing: options.standing })
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
      /** Ends every session of a person. One that is made while this is not committed yet ends after that. */
      endSessions: async (tx: Transaction, afterCommit: AfterCommit, userId: string): Promise<void> => {
        const ended = await deleteSessions(tx, userId)
        afterCommit(async () => {
          for (const id of [...ended, ...(await deleteSessions(db, userId))]) onSessionEnded(id)
        })
      },
    },
    procedures: {
      ...authProcedures({ hasProfile, sessions, noteLanguage, terms: options.sitePages }),
      ...googleProcedures({ available: isGoogleAvailable, showsMail }),
      ...passwordProcedures({ resets, verifications, emailChanges, codes, limits, knownDevices }),
      ...deviceProcedures({ devices }),
      ...secondFactorProcedures({ secondFactors, knownDevices, noteLanguage }),
    },

    /** Part of the connection requests in the contract. */
    requestProcedures: questionProcedures({ codes, limits }),

    /** For the OpenAPI document. */
    paths: ACCOUNT_DATA_PATHS,

    /** @param identifyAccount whose request it is, also of who is suspended or banned */
    serve: async (identifyAccount: Identify): Promise<void> => {
      const parts = Object.fromEntries([ownDataOfAuth, ...options.ownData].flatMap((own) => Object.entries(own)))
      serveAccountData(server, { db, parts, identifyAccount, count: limits.accountData, origins })
      const ways = { authentication, sessions, limits, passwords, codes, knownDevices, noteLanguage, origins }
      serveGoogle(server, { ...ways, joins, logger, available: isGoogleAvailable })
      serveAuthentication(server, {
        ...ways,
        invited: new InvitedSignUp(options),
        accountOf: async (email) => (await findUserByEmail(db, email))?.id ?? null,
        // The account is there: without this mail it can be asked for again.
        onSignedUp: (email, language) =>
          verifications
            .request(email, language)
            .catch((error: unknown) => logger.warn({ reason: describeError(error) }, 'no confirmation mail')),
      })
    },

    /** Forgets ended sessions, now and every hour, and encrypts second factors anew. @returns ends it */
    start: (): (() => Promise<void>) => {
      // What stays as it was is read by the older secret, for as long as that is in the list.
      secondFactors
        .resealAll()
        .catch((error: unknown) =>
          logger.warn({ part: 'auth', reason: describeError(error) }, 'second factors not encrypted anew'),
        )
      return startSessionSweep({ db, logger })
    },
  }
}
