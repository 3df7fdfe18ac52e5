import { createHash, randomBytes } from 'node:crypto'

import { Refusal } from '@kundig/contract/errors'
import type { Category } from '@kundig/contract/profiles/categories'
import { INVITATION_DAYS, INVITATION_PATH } from '@kundig/contract/waiting-list/invitations'

import type { RecordFailure } from '../../failure-metrics.ts'
import type { AfterCommit, Database, Transaction } from '../../platform/database/database.ts'
import type { Origins } from '../../platform/http/origins.ts'
import { repeatWork } from '../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import { buildInvitationMail } from './invitation-mail.ts'
import * as repository from './waiting-list.repository.ts'

const DAY_MS = 86_400_000
const CODE_BYTES = 32
/** Interval between checks for unsent invitations (ms), for example those that a killed server did not send. */
const SENDING_MS = 30_000
const SENT_AT_A_TIME = 20

const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')

export interface InvitationOptions {
  db: Database
  outbox: MailOutbox
  origins: Origins
  logger: Logger
  recordFailure: RecordFailure
}

export class InvitationService {
  readonly #deps: InvitationOptions

  constructor(deps: InvitationOptions) {
    this.#deps = deps
  }

  #sendSome(): Promise<number> {
    return this.#deps.db.transaction(async (tx) => {
      const unsent = await repository.lockUnsentInvitations(tx, SENT_AT_A_TIME)
      const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS)
      for (const { id, email, language, fullName } of unsent) {
        const code = randomBytes(CODE_BYTES).toString('base64url')
        await repository.setInvitationCode(tx, id, hashCode(code), expiresAt)
        const link = `${this.#deps.origins.base}${INVITATION_PATH}?code=${code}`
        // If the transaction then fails, which is rare, the mailed link is invalid and another mail follows.
        await this.#deps.outbox.enqueue(
          buildInvitationMail({ to: email, name: fullName, language: language ?? 'en', link, expiresAt }),
        )
      }
      return unsent.length
    })
  }

  async #send(): Promise<void> {
    try {
      while ((await this.#sendSome()) === SENT_AT_A_TIME);
    } catch (error) {
      this.#deps.recordFailure('invitation')
      this.#deps.logger.warn({ part: 'waiting list', reason: describeError(error) }, 'sending invitations failed')
    }
  }

  /** Reads an invitation without using it. @throws Refusal INVITATION_INVALID */
  async read(code: string): Promise<repository.GoodInvitation> {
    const invitation = await repository.findOpenInvitation(this.#deps.db, hashCode(code))
    if (!invitation) throw new Refusal('INVITATION_INVALID')
    return invitation
  }

  /** Invites the longest-waiting people of a category; mails follow the commit. @returns ids of the invitations */
  async invite(tx: Transaction, afterCommit: AfterCommit, category: Category, count: number): Promise<string[]> {
    const entries = await repository.lockNextEntries(tx, category, count)
    const made = await repository.insertInvitations(tx, entries, new Date(Date.now() + INVITATION_DAYS * DAY_MS))
    if (made.length > 0) afterCommit(() => this.#send())
    return made.map(({ id }) => id)
  }

  /** Requires a code that is valid for the address of a sign-up. @throws Refusal INVITATION_INVALID */
  async requireFor(code: string, email: string): Promise<void> {
    if ((await this.read(code)).email !== email) throw new Refusal('INVITATION_INVALID')
  }

  /** Uses a code once, and deletes its waiting list entry. @returns null for an invalid code or another address */
  async use(tx: Transaction, code: string, email: string): Promise<{ fullName: string } | null> {
    const invitation = await repository.findOpenInvitation(tx, hashCode(code))
    if (!invitation || invitation.email !== email || !(await repository.consumeInvitation(tx, invitation))) return null
    return { fullName: invitation.fullName }
  }

  /** Starts mailing unsent invitations. @returns a function that stops the mailing */
  start(): () => Promise<void> {
    return repeatWork(() => this.#send(), SENDING_MS)
  }
}
