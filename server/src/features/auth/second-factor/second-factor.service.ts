import { isAuthenticatorCode } from '@kundig/contract/auth/second-factor'
import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import { type Database, isCheckViolation, isUniqueViolation } from '../../../platform/database/database.ts'
import type { Viewer } from '../../../viewer.ts'
import type { Attempt, AuthLimits } from '../auth.limits.ts'
import { deleteOtherSessions, findAccountState } from '../auth.repository.ts'
import type { SecurityNotice } from '../email/security-notices.ts'
import { requireCurrentPassword } from '../passwords/current-password.ts'
import { insertDash } from './recovery-codes.ts'
import type { SecondFactorProvider } from './second-factor-provider.ts'
import {
  findFactor,
  findFactorVerificationTime,
  findOutdatedFactors,
  recordFactorVerification,
  removeFactor,
  resealFactor,
  type SealedFactor,
  claimTimeStep,
  enableSecondFactor,
} from './second-factor.repository.ts'
import { findTimeStep } from './totp.ts'

const BATCH = 100

export interface Asker {
  viewer: Viewer
  shown: Headers
}

export interface SecondFactorOptions {
  db: Database
  provider: SecondFactorProvider
  limits: AuthLimits
  notify: SecurityNotice
  onSessionEnded: (sessionId: string) => void
}

export class SecondFactors {
  readonly #deps: SecondFactorOptions

  constructor(deps: SecondFactorOptions) {
    this.#deps = deps
  }

  async #requireOn(userId: string): Promise<SealedFactor> {
    const factor = await findFactor(this.#deps.db, userId)
    if (!factor?.isOn) throw new Refusal('SECOND_FACTOR_OFF')
    return factor
  }

  /** Runs the work, and keeps the attempt counted only if the entered secret was wrong. */
  async #counted<T>(attempt: Attempt, wrong: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
    try {
      const done = await work()
      await attempt.succeeded()
      return done
    } catch (error) {
      if (!wrong(error)) await attempt.succeeded()
      throw error
    }
  }

  #isWrongCode(error: unknown): boolean {
    return error instanceof Refusal && /^(?:SECOND_FACTOR_(?:WRONG|USED)|RECOVERY_CODE_WRONG)$/u.test(error.code)
  }

  /** @throws Refusal SECOND_FACTOR_WRONG, RECOVERY_CODE_WRONG, SECOND_FACTOR_USED */
  async #useCode(factor: SealedFactor, code: string, shown: Headers): Promise<void> {
    if (!isAuthenticatorCode(code)) return this.#deps.provider.useRecoveryCode(shown, insertDash(code))
    const step = await findTimeStep(await this.#deps.provider.open(factor.key), code)
    if (step === null) throw new Refusal('SECOND_FACTOR_WRONG')
    if (!(await claimTimeStep(this.#deps.db, factor, step))) throw new Refusal('SECOND_FACTOR_USED')
  }

  /** @param hasFullAccess true for a full session, whose separate limit strangers cannot use up */
  async #useCodeCounted(
    factor: SealedFactor,
    { viewer, shown }: Asker,
    code: string,
    hasFullAccess: boolean,
  ): Promise<void> {
    return this.#counted(
      await this.#deps.limits.secondFactor(viewer.userId, hasFullAccess),
      (error) => this.#isWrongCode(error),
      () => this.#useCode(factor, code, shown),
    )
  }

  /** @throws Refusal FIELD_REQUIRED, WRONG_PASSWORD for an account with another password */
  async #requirePassword({ userId }: Viewer, typed: string | undefined): Promise<void> {
    if (!(await findAccountState(this.#deps.db, userId))?.hasPassword) return
    if (typed === undefined) throw new Refusal('FIELD_REQUIRED', 'current_password')
    await requireCurrentPassword({ db: this.#deps.db, limits: this.#deps.limits }, userId, typed)
  }

  async #withPassword<T>({ viewer }: Asker, typed: string | undefined, work: () => Promise<T>): Promise<T> {
    if (!(await findAccountState(this.#deps.db, viewer.userId))?.hasPassword) return work()
    if (typed === undefined) throw new Refusal('FIELD_REQUIRED', 'current_password')
    const isWrong = (error: unknown): boolean => error instanceof Refusal && error.code === 'WRONG_PASSWORD'
    return this.#counted(await this.#deps.limits.currentPassword(viewer.userId), isWrong, work)
  }

  async state({ userId }: Viewer): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
    const factor = await findFactor(this.#deps.db, userId)
    if (!factor?.isOn) return { isOn: false, recoveryCodesLeft: 0 }
    const codes: unknown = JSON.parse(await this.#deps.provider.open(factor.recoveryCodes))
    return { isOn: true, recoveryCodesLeft: Array.isArray(codes) ? codes.length : 0 }
  }

  /**
   * @throws Refusal SECOND_FACTOR_OFF, SECOND_FACTOR_WRONG, RECOVERY_CODE_WRONG, SECOND_FACTOR_USED, TOO_MANY_ATTEMPTS,
   * NO_SESSION when the session has ended
   */
  async verify(asker: Asker, code: string, hasFullAccess: boolean): Promise<void> {
    await this.#useCodeCounted(await this.#requireOn(asker.viewer.userId), asker, code, hasFullAccess)
    if (!(await recordFactorVerification(this.#deps.db, asker.viewer.sessionId))) throw new Refusal('NO_SESSION')
  }

  /** @param withinMs maximum ms since the last second factor @throws Refusal SECOND_FACTOR_OFF, SECOND_FACTOR_NEEDED */
  async require({ userId, sessionId }: Viewer, withinMs = Infinity): Promise<void> {
    await this.#requireOn(userId)
    const givenAt = await findFactorVerificationTime(this.#deps.db, sessionId)
    if (givenAt === null || Date.now() - givenAt.getTime() > withinMs) throw new Refusal('SECOND_FACTOR_NEEDED')
  }

  /**
   * Makes a key, which sign-ins require only after `turnOn`. Only the owner of a confirmed address can get a key.
   * @throws Refusal EMAIL_UNCONFIRMED, SECOND_FACTOR_ON, FIELD_REQUIRED, WRONG_PASSWORD, TOO_MANY_ATTEMPTS
   */
  async begin(
    asker: Asker,
    password: string | undefined,
  ): Promise<{ uri: string; key: string; recoveryCodes: string[] }> {
    if (!(await findAccountState(this.#deps.db, asker.viewer.userId))?.emailVerified)
      throw new Refusal('EMAIL_UNCONFIRMED')
    const make = () => this.#deps.provider.begin(asker.shown, password)
    // When another tab begins or turns the factor on at the same time, the second call finds its row.
    const begun = await this.#withPassword(asker, password, () =>
      make().catch((error: unknown) => {
        if (isUniqueViolation(error, 'two_factor_user_id_key') || isCheckViolation(error, 'two_factor_kept'))
          return make()
        throw error
      }),
    )
    return { ...begun, key: new URL(begun.uri).searchParams.get('secret') ?? '' }
  }

  /**
   * Ends every other session, and mails the owner before the commit.
   * @throws Refusal SECOND_FACTOR_OFF when it was not begun, SECOND_FACTOR_ON, SECOND_FACTOR_WRONG, TOO_MANY_ATTEMPTS
   */
  async turnOn({ viewer }: Asker, code: string, language: Language): Promise<void> {
    const { db, limits, provider, notify, onSessionEnded } = this.#deps
    const { userId, sessionId, email } = viewer
    const factor = await findFactor(db, userId)
    if (!factor) throw new Refusal('SECOND_FACTOR_OFF')
    if (factor.isOn) throw new Refusal('SECOND_FACTOR_ON')
    const attempt = await limits.secondFactor(userId, true)
    const step = await this.#counted(
      attempt,
      (error) => this.#isWrongCode(error),
      async () => {
        const found = await findTimeStep(await provider.open(factor.key), code)
        if (found === null) throw new Refusal('SECOND_FACTOR_WRONG')
        return found
      },
    )
    await db.transaction(async (tx, afterCommit) => {
      // Another tab turned the factor on, or made another key.
      if (!(await enableSecondFactor(tx, factor))) throw new Refusal('SECOND_FACTOR_WRONG')
      await claimTimeStep(tx, factor, step)
      if (!(await recordFactorVerification(tx, sessionId))) throw new Refusal('NO_SESSION')
      const ended = await deleteOtherSessions(tx, userId, sessionId)
      await notify('second-factor-on', email, language)
      afterCommit(() => ended.forEach(onSessionEnded))
    })
  }

  /**
   * Ends every other session, and mails the owner before the commit.
   * @throws Refusal SECOND_FACTOR_OFF, SECOND_FACTOR_WRONG, RECOVERY_CODE_WRONG, SECOND_FACTOR_USED, FIELD_REQUIRED,
   * WRONG_PASSWORD, TOO_MANY_ATTEMPTS
   */
  async turnOff(
    asker: Asker,
    { code, password }: { code: string; password: string | undefined },
    language: Language,
  ): Promise<void> {
    const { userId, sessionId, email } = asker.viewer
    const factor = await this.#requireOn(userId)
    await this.#requirePassword(asker.viewer, password)
    await this.#useCodeCounted(factor, asker, code, true)
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      if (!(await removeFactor(tx, userId))) throw new Refusal('SECOND_FACTOR_OFF')
      const ended = await deleteOtherSessions(tx, userId, sessionId)
      await this.#deps.notify('second-factor-off', email, language)
      afterCommit(() => ended.forEach(this.#deps.onSessionEnded))
    })
  }

  /** Throws like `turnOff`. */
  async renewRecoveryCodes(
    asker: Asker,
    { code, password }: { code: string | undefined; password: string | undefined },
  ): Promise<string[]> {
    const factor = await this.#requireOn(asker.viewer.userId)
    if (!(await findAccountState(this.#deps.db, asker.viewer.userId))?.hasPassword) {
      if (code === undefined) throw new Refusal('FIELD_REQUIRED', 'code')
      await this.#useCodeCounted(factor, asker, code, true)
    }
    return this.#withPassword(asker, password, () => this.#deps.provider.renewRecoveryCodes(asker.shown, password))
  }

  /** Encrypts texts of older secrets with the first secret, so that the older secrets can be removed. */
  async resealAll(): Promise<void> {
    const { provider, db } = this.#deps
    const prefix = await provider.sealPrefix()
    for (;;) {
      const older = await findOutdatedFactors(db, prefix, BATCH)
      for (const factor of older) {
        const [key, codes] = [await provider.open(factor.key), await provider.open(factor.recoveryCodes)]
        await resealFactor(db, factor, { key: await provider.seal(key), recoveryCodes: await provider.seal(codes) })
      }
      if (older.length < BATCH) return
    }
  }
}
