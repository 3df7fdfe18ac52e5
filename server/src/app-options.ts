import type { IdentityProvider } from './features/auth/google/google-provider.ts'
import type { PaymentChoice } from './payment-provider.ts'
import type { Logger } from './platform/logging/logger.ts'
import type { MetricsPlace } from './platform/metrics/metrics-server.ts'
import type { PushSettings } from './platform/push/open-push.ts'
import type { Secrets } from './platform/secrets.ts'
import type { FileStorageSettings } from './platform/storage/file-storage.ts'
import type { WebClient } from './site/web-client.ts'

/** What a server is started with; `env.ts` reads it from the environment. */
export interface AppOptions {
  databaseUrl: string
  databasePool: number
  /** How long a statement waits for a lock of somebody else's (ms); 2 s when left out. */
  databaseLockTimeoutMs?: number
  /** A streaming replica of the database, for what is shown and decides nothing; without one the database has all reads. */
  databaseReplicaUrl?: string | undefined
  /** Makes many servers one: it passes on live events and counts attempts. Without it there is one server. */
  redisUrl: string | undefined
  publicUrl: string | undefined
  host: string
  /** A port that is known beforehand: our own origin is made of it. */
  port: number
  authSecrets: Secrets
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** Every limit on attempts and on use is multiplied by this. */
  attemptLimitFactor: number
  /** How long hashing a password may wait for its turn (ms); 2.5 s times the factor when left out. */
  passwordWaitMs?: number
  /** Who signs people in with Google: Google, a stand-in with pretend accounts, or nobody. */
  google: IdentityProvider | 'pretend' | null
  mail: {
    /** The mail server; without one, mails are kept in the database. */
    smtpUrl: string | undefined
    /** The sender; without one, no-reply at our own host. */
    from: string | undefined
    /** Whether mails that are kept can be read on a page, by clients on this machine. */
    localPage: boolean
  }
  /** How pushes are sent; without it none are. */
  push?: PushSettings | undefined
  /** Where pictures and other files are kept. */
  files: FileStorageSettings
  /** The data folder, where backups are noted; nothing is known of backups made by a command of ours without it. */
  dataDir?: string
  /** Folders whose disks are looked at besides that of the files. */
  diskFolders?: readonly string[]
  /** Where figures for programs are served; nowhere when left out. */
  metrics?: MetricsPlace | null
  /** Who takes payments. */
  payments: PaymentChoice
  /** How often payments of which nobody tells us are looked after (ms); every minute when left out. */
  paymentReconcileMs?: number
  /** How often is looked for mails and pushes that tell people of something (ms); every second when left out. */
  notifyEveryMs?: number
  /** The path below which the callable functions are served. */
  functionsPrefix: string
  logger: Logger
  /** How long it still takes work once it is told to close, while /readyz refuses (ms); 0 when left out. */
  drainDelayMs?: number
  /** Whether operators without a second factor are kept out; they are when left out. */
  operatorsNeedSecondFactor?: boolean
  /** Whether every page says that this is a public demo. */
  isPublicDemo?: boolean
  /** Whether to serve the web application; tests of the API do without. */
  withPages: boolean
  /** The web application; the built one when left out. */
  webClient?: WebClient
}
