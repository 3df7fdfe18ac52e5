import { APIError } from 'better-auth/api'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { z } from 'zod'

import { RECOVERY_CODES } from '@kundig/contract/auth/second-factor'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import type { Branding } from '@kundig/contract/site/branding'

import type { Secrets } from '../../../platform/secrets.ts'
import { SITE_NAME } from '../../../platform/settings/site-marks.ts'
import { renewSignatures } from '../sessions/key-rotation.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/** Omits better-auth's own check, which runs only after password sign-ins. session.service.ts checks all sessions. */
export function createSecondFactorPlugin() {
  const plugin = twoFactor({
    issuer: SITE_NAME,
    allowPasswordless: true,
    backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
  })
  return { ...plugin, hooks: { after: [] } }
}

/** better-auth's own routes, which are not served. */
export const SECOND_FACTOR_PATHS = [
  '/two-factor/disable',
  '/two-factor/enable',
  '/two-factor/generate-backup-codes',
  '/two-factor/get-totp-uri',
  '/two-factor/send-otp',
  '/two-factor/verify-backup-code',
  '/two-factor/verify-otp',
  '/two-factor/verify-totp',
]

type Keys = Parameters<typeof symmetricDecrypt>[0]['key']
type Password = { password?: string | undefined }

export interface SecondFactorApi {
  enableTwoFactor: (call: { headers: Headers; body: Password & { method: 'totp' } }) => Promise<unknown>
  generateBackupCodes: (call: { headers: Headers; body: Password }) => Promise<{ backupCodes: string[] }>
  verifyBackupCode: (call: { headers: Headers; body: { code: string } }) => Promise<unknown>
}

export interface SecondFactorProviderOptions {
  api: SecondFactorApi
  secrets: Secrets
  keys: () => Promise<Keys>
  readBranding: () => Pick<Branding, 'name'>
}

export class SecondFactorProvider {
  readonly #deps: SecondFactorProviderOptions

  constructor(deps: SecondFactorProviderOptions) {
    this.#deps = deps
  }

  #toProviderHeaders(shown: Headers): Headers {
    const headers = new Headers(shown)
    renewSignatures(headers, this.#deps.secrets)
    return headers
  }

  /** Makes a new key and new recovery codes. Sign-ins need no code until the factor is turned on. */
  begin(shown: Headers, password: string | undefined): Promise<{ uri: string; recoveryCodes: string[] }> {
    return translateProviderErrors(async () => {
      const call = { headers: this.#toProviderHeaders(shown), body: { password, method: 'totp' as const } }
      const { totpURI, backupCodes } = begun.parse(await this.#deps.api.enableTwoFactor(call))
      return {
        uri: totpURI.replaceAll(SITE_NAME, encodeURIComponent(this.#deps.readBranding().name)),
        recoveryCodes: backupCodes,
      }
    })
  }

  renewRecoveryCodes(shown: Headers, password: string | undefined): Promise<string[]> {
    return translateProviderErrors(
      async () =>
        (await this.#deps.api.generateBackupCodes({ headers: this.#toProviderHeaders(shown), body: { password } }))
          .backupCodes,
    )
  }

  /** Exactly one of concurrent calls succeeds. @throws Refusal RECOVERY_CODE_WRONG, SECOND_FACTOR_USED */
  async useRecoveryCode(shown: Headers, code: string): Promise<void> {
    for (let left = RECOVERY_CODES; ; left -= 1) {
      try {
        await translateProviderErrors(() =>
          this.#deps.api.verifyBackupCode({ headers: this.#toProviderHeaders(shown), body: { code } }),
        )
        return
      } catch (error) {
        if (left === 0 || !(error instanceof Refusal && error.code === 'SECOND_FACTOR_USED')) throw error
      }
    }
  }

  async open(sealed: string): Promise<string> {
    return symmetricDecrypt({ key: await this.#deps.keys(), data: sealed })
  }

  async seal(open: string): Promise<string> {
    return symmetricEncrypt({ key: await this.#deps.keys(), data: open })
  }

  /** Returns the prefix of all texts that are encrypted with the first secret. */
  async sealPrefix(): Promise<string> {
    const used = await this.#deps.keys()
    return typeof used === 'string' ? '' : `$ba$${used.currentVersion}$`
  }
}

const begun = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })

const REFUSALS: Record<string, ErrorCode> = {
  INVALID_PASSWORD: 'WRONG_PASSWORD',
  PASSWORD_TOO_LONG: 'WRONG_PASSWORD',
  INVALID_BACKUP_CODE: 'RECOVERY_CODE_WRONG',
  TOTP_ALREADY_ENABLED: 'SECOND_FACTOR_ON',
  TWO_FACTOR_NOT_ENABLED: 'SECOND_FACTOR_OFF',
  BACKUP_CODES_NOT_ENABLED: 'SECOND_FACTOR_OFF',
}

async function translateProviderErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    const code = error.body?.code ?? ''
    const meant = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
    if (meant) throw new Refusal(meant)
    // A concurrent request used this recovery code, or another one.
    if (error.statusCode === 409) throw new Refusal('SECOND_FACTOR_USED')
    if (error.statusCode === 401) throw new Refusal('NO_SESSION')
    throw error.statusCode >= 500 ? new Refusal('UNAVAILABLE') : error
  }
}
