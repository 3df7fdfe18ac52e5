import { bigint, boolean, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'

import { instant, stamps } from './columns.ts'

export const user = pgTable('user', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  isRestricted: boolean('is_restricted').notNull().default(false),
  acceptedTerms: integer('accepted_terms'),
  ...stamps,
})

export const session = pgTable('session', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  token: text('token').notNull(),
  expiresAt: instant('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  ...stamps,
})

export const twoFactor = pgTable('two_factor', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: instant('locked_until'),
  lastStep: integer('last_step'),
})

export const secondFactorSessions = pgTable('second_factor_sessions', {
  sessionId: uuid('session_id').primaryKey(),
  givenAt: instant('given_at').notNull().defaultNow(),
})

/** Ended sessions, which a trigger inserts when a session is deleted. */
export const endedSessions = pgTable('ended_sessions', {
  transactionId: bigint('transaction_id', { mode: 'bigint' }).notNull(),
  sessionId: uuid('session_id').notNull(),
  endedAt: instant('ended_at').notNull().defaultNow(),
})

export const account = pgTable('account', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: instant('access_token_expires_at'),
  refreshTokenExpiresAt: instant('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  ...stamps,
})

export const verification = pgTable('verification', {
  id: uuid('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  ...stamps,
})

export const oneTimeCodes = pgTable('one_time_codes', {
  hash: text('hash').primaryKey(),
  purpose: text('purpose').$type<'password-reset' | 'email-verification'>().notNull(),
  userId: uuid('user_id').notNull(),
  email: text('email').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const signInCodes = pgTable('sign_in_codes', {
  addressHash: text('address_hash').primaryKey(),
  codeHash: text('code_hash').notNull(),
  tries: smallint('tries').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
})

export const emailConfirmations = pgTable('email_confirmations', {
  userId: uuid('user_id').primaryKey(),
  email: text('email').notNull(),
  method: text('method').$type<'session' | 'password' | 'reset' | 'google' | 'invitation' | 'code'>().notNull(),
  confirmedAt: instant('confirmed_at').notNull().defaultNow(),
})

export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id').notNull(),
    deviceHash: text('device_hash').notNull(),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
)
