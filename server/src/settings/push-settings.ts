import { z } from 'zod'

import type { Exposure } from '../exposure.ts'
import { isLoopback, readHost } from '../platform/http/loopback.ts'
import type { PushSettings } from '../platform/push/open-push.ts'
import { isVapidKeyPair, isVapidSubject } from '../platform/push/vapid.ts'

export const PUSH_SETTINGS = {
  PUSH: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'web push; on: a start without a subject for it is refused; off: none; when unset on if there is a subject',
    ),
  VAPID_SUBJECT: z
    .string()
    .refine(isVapidSubject, {
      error: 'must be mailto: with an address, or an https: address, of a domain that push services can reach',
    })
    .optional()
    .describe(
      'whom push services write to, such as mailto:admin@kundig.example; when unset the address of MAIL_FROM, or PUBLIC_URL',
    ),
  VAPID_PUBLIC_KEY: z
    .string()
    .optional()
    .describe('web push: the public key in base64url; both keys are created and stored in the database when unset'),
  VAPID_PRIVATE_KEY: z.string().optional().describe('web push: the private key of that public key'),
  PUSH_TEST_ORIGIN: z
    .url({ protocol: /^https?$/u })
    .refine((url) => isLoopback(readHost(url)) && new URL(url).origin === url, {
      error: 'must be an origin on this machine, such as http://127.0.0.1:4000',
    })
    .optional()
    .describe('a push service for tests on this machine; refused on a server that others can reach'),
}

type PushEnv = Partial<Record<keyof typeof PUSH_SETTINGS | 'MAIL_FROM' | 'PUBLIC_URL', string | undefined>>

const TEST_SUBJECT = 'mailto:tests@localhost'

/** Contact address for push services: the setting, or our own address. Push services refuse unreachable addresses. */
function readPushSubject(set: PushEnv): string | null {
  const sender = /([^<>@\s]+@[^<>@\s]+)>?$/u.exec(set.MAIL_FROM ?? '')?.[1]
  const known = [set.VAPID_SUBJECT, sender && `mailto:${sender}`, set.PUBLIC_URL]
  const subject = known.find((text) => text !== undefined && isVapidSubject(text))
  return subject ?? (set.PUSH_TEST_ORIGIN === undefined ? null : TEST_SUBJECT)
}

export function findPushProblems(set: PushEnv, { developmentFakes }: Exposure): string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = set
  const problems: string[] = []
  if (set.PUSH === 'on' && readPushSubject(set) === null) {
    problems.push(
      'VAPID_SUBJECT: required with PUSH=on, as neither MAIL_FROM nor PUBLIC_URL is of a domain that push services can reach',
    )
  }
  if (publicKey !== undefined && privateKey === undefined)
    problems.push('VAPID_PRIVATE_KEY: required with VAPID_PUBLIC_KEY')
  if (privateKey !== undefined && publicKey === undefined)
    problems.push('VAPID_PUBLIC_KEY: required with VAPID_PRIVATE_KEY')
  if (publicKey !== undefined && privateKey !== undefined && !isVapidKeyPair({ publicKey, privateKey })) {
    problems.push('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: must be a pair of keys of P-256 in base64url')
  }
  if (set.PUSH_TEST_ORIGIN !== undefined && developmentFakes !== 'local') {
    problems.push('PUSH_TEST_ORIGIN: for tests on one machine, not where others reach this server')
  }
  return problems
}

export function readPushSettings(env: PushEnv): { push: PushSettings | null; lacksPushSubject: boolean } {
  const subject = readPushSubject(env)
  if (subject === null || env.PUSH === 'off') return { push: null, lacksPushSubject: env.PUSH !== 'off' }
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUSH_TEST_ORIGIN: testOrigin } = env
  const keys = publicKey !== undefined && privateKey !== undefined ? { publicKey, privateKey } : null
  return { push: { subject, keys, testOrigin }, lacksPushSubject: false }
}
