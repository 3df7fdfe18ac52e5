import { QUESTION_HOURS } from '@kundig/contract/auth/sign-in-code'
import {
  type ConnectionRequest,
  sendRefusal,
  type SentQuestion,
} from '@kundig/contract/connection-requests/connection-requests.contract'
import { Refusal } from '@kundig/contract/errors'

import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { RequestService } from '../request.service.ts'
import { confirmQuestion, deleteExpiredQuestions, findQuestion, insertQuestion } from './question.repository.ts'

const HOUR_MS = 3_600_000

export interface QuestionServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'createPrivate' | 'requireVisible' | 'requireUnreserved'>
  requests: Pick<RequestService, 'create' | 'get'>
}

export interface NewQuestion {
  id: string
  receiverId: string
  senderName: string
  message: string
}

export interface QuestionToSend {
  id: string
  /** Question that the browser stored because the server did not. */
  kept?: { receiver_id: string; message: string; full_name?: string | undefined } | undefined
}

/** A question becomes a connection request after the visitor's address is confirmed. */
export class QuestionService {
  readonly #deps: QuestionServiceOptions

  constructor(deps: QuestionServiceOptions) {
    this.#deps = deps
  }

  #findSent(viewerId: string, id: string): Promise<ConnectionRequest | null> {
    return this.#deps.requests.get(viewerId, id).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
  }

  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC, NAME_RESERVED */
  async save(question: NewQuestion): Promise<string> {
    const receiver = await this.#deps.profiles.requireVisible(null, question.receiverId)
    this.#deps.profiles.requireUnreserved(question.senderName)
    await insertQuestion(this.#deps.db, { ...question, expiresAt: new Date(Date.now() + QUESTION_HOURS * HOUR_MS) })
    return receiver.full_name
  }

  /** @returns false for an expired question */
  confirm(tx: Transaction, id: string, senderId: string): Promise<boolean> {
    return confirmQuestion(tx, id, senderId)
  }

  /**
   * The request gets the question's id, so that no second request can exist. A refused question stays until it expires.
   * @throws Refusal REQUEST_NOT_FOUND, NAME_RESERVED
   */
  async send(viewerId: string, { id, kept }: QuestionToSend): Promise<SentQuestion> {
    const { db, requests, profiles } = this.#deps
    const stored = await findQuestion(db, id)
    const question = stored
      ? { ownerId: stored.senderId, receiver_id: stored.receiverId, message: stored.message, name: stored.senderName }
      : kept && { ...kept, ownerId: viewerId, name: kept.full_name }
    if (question?.ownerId !== viewerId) return { request: await requests.get(viewerId, id), unsent: null }
    const { receiver_id, message, name } = question
    try {
      if (name !== undefined) await db.transaction((tx) => profiles.createPrivate(tx, viewerId, name))
      return { request: await requests.create(viewerId, { id, receiver_id, message }), unsent: null }
    } catch (error) {
      const because = error instanceof Refusal ? sendRefusal.safeParse(error.code).data : undefined
      if (because === undefined) throw error
      const request = await this.#findSent(viewerId, id)
      return { request, unsent: request ? null : { receiver_id, message, because } }
    }
  }

  deleteExpired(): Promise<void> {
    return deleteExpiredQuestions(this.#deps.db)
  }
}
