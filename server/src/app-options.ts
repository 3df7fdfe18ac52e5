import type { IdentityProvider } from './features/auth/google/google-provider.ts'
import type { PaymentChoice } from './payment-provider.ts'
import type { Logger } from './platform/logging/logger.ts'
import type { MetricsAddress } from './platform/metrics/metrics-server.ts'
import type { PushSettings } from './platform/push/open-push.ts'
import type { Secrets } from './platform/secrets.ts'
import type { FileStorageSettings } from './platform/storage/file-storage.ts'
import type { WebClient } from './site/web-client.ts'

export interface AppOptions {
  databaseUrl: string
  databasePool: number
  /** Lock timeout of statements (ms); 2 s when undefined. */
  databaseLockTimeoutMs?: number
  /** URL of a streaming replica for reads that only display data. Without it, the primary serves all reads. */
  databaseReplicaUrl?: string | undefined
  /** URL of Redis, which relays live events and counts attempts across servers. Undefined for a single server. */
  redisUrl: string | undefined
  publicUrl: string | undefined
  host: string
  /** The port is fixed before the server listens, because our own origin contains the port. */
  port: number
  authSecrets: Secrets
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  /** Multiplies every limit on attempts and use. */
  attemptLimitFactor: number
  /** Maximum wait for hashing a password (ms); by default 2.5 s times the factor. */
  passwordWaitMs?: number
  /** `pretend` means a development fake of Google with pretend accounts. */
  google: IdentityProvider | 'pretend' | null
  mail: {
    /** Without a mail server, mails stay in the database. */
    smtpUrl: string | undefined
    /** Sender; by default no-reply at our own host. */
    from: string | undefined
    /** True shows stored mails on a page, for clients on this machine. */
    localPage: boolean
  }
  push?: PushSettings | undefined
  files: FileStorageSettings
  /** Data folder with the note of the last backup. Undefined: the last backup is unknown. */
  dataDir?: string
  /** Further folders whose disks are checked. */
  diskFolders?: readonly string[]
  metrics?: MetricsAddress | null
  payments: PaymentChoice
  /** Interval between reconciliations of payments with Stripe (ms); a minute when undefined. */
  paymentReconcileMs?: number
  /** Interval between checks for due mails and pushes (ms); a second when undefined. */
  notifyEveryMs?: number
  functionsPrefix: string
  logger: Logger
  /** Time after a stop signal in which requests are still served while /readyz refuses (ms); 0 when undefined. */
  drainDelayMs?: number
  /** True excludes operators without a second factor. Default: true. */
  operatorsNeedSecondFactor?: boolean
  isPublicDemo?: boolean
  /** False to serve no pages, as in tests of the API. */
  withPages: boolean
  webClient?: WebClient
}
