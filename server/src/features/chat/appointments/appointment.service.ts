import type { Appointment } from '@kundig/contract/appointments/appointment'
import { APPOINTMENTS } from '@kundig/contract/appointments/appointment-rules'
import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import type { DomainEvents } from '../../../domain-events.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import type { ChangedMessages, MessagePosition } from '../messages/changed-messages.ts'
import type { ChangedMessageRow } from '../messages/message-change.repository.ts'
import type { PaymentMessageService } from '../messages/payment-message.service.ts'
import {
  findAcceptRefusal,
  findAppointmentEndRefusal,
  findCallLinkRefusal,
  findProposalRefusal,
} from './appointment.policy.ts'
import * as repository from './appointment.repository.ts'

/** Maximum reminders per transaction. */
const AT_A_TIME = 50

export interface ProposeInput {
  room_id: string
  client_id: string
  times: readonly string[]
  minutes: number
  zone: string
  link?: string | undefined
}

export interface AppointmentServiceOptions {
  db: Database
  messages: Pick<PaymentMessageService, 'withMessageTransaction' | 'insertMessage' | 'publishCreated'>
  changedMessages: ChangedMessages
  domainEvents: DomainEvents
}

/** Appointments are parts of messages: the room's lock orders their changes, which clients get as message changes. */
export class AppointmentService {
  readonly #deps: AppointmentServiceOptions

  constructor(deps: AppointmentServiceOptions) {
    this.#deps = deps
  }

  async #notify(
    tx: Transaction,
    afterCommit: AfterCommit,
    { row, participantIds }: ChangedMessageRow,
    kind: 'appointment_accepted' | 'appointment_declined' | 'appointment_cancelled',
    actorId: string,
  ): Promise<void> {
    const recipientId = participantIds.find((id) => id !== actorId)
    if (recipientId === undefined) return
    const event = { kind, recipientId, actorId, subjectId: row.clientId, roomId: row.roomId }
    await this.#deps.domainEvents.record(tx, afterCommit, event)
  }

  /**
   * A repeated client id returns the first message.
   * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED, APPOINTMENT_PAST, APPOINTMENT_FAR, APPOINTMENT_TWICE
   */
  propose(senderId: string, input: ProposeInput): Promise<Message> {
    const { messages } = this.#deps
    const { room_id: roomId, client_id: clientId, minutes, zone, link = null } = input
    const times = input.times.map((time) => new Date(time).toISOString()).toSorted()
    const appointment: Appointment = {
      status: 'proposed',
      times,
      minutes,
      starts_at: null,
      ended_by: null,
      zone,
      partner_zone: null,
      link,
      link_by: link === null ? null : senderId,
    }
    return messages.withMessageTransaction(async (tx, afterCommit) => {
      const content = describeProposal(appointment)
      const { seq, isNew } = await messages.insertMessage(tx, { roomId, senderId, clientId, content })
      if (isNew) {
        // Checks the times of new proposals only, because a repeated call may arrive after a proposed time has passed.
        const refusal = findProposalRefusal(times, Date.now())
        if (refusal) throw new Refusal(refusal)
        await repository.setAppointment(tx, roomId, seq, appointment)
      }
      return messages.publishCreated(tx, afterCommit, roomId, seq)
    })
  }

  /**
   * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED, INVALID_INPUT (not one of the times), APPOINTMENT_NOT_FOUND,
   * APPOINTMENT_PARTNER_ONLY, APPOINTMENT_ANSWERED, APPOINTMENT_ENDED, APPOINTMENT_OVER
   */
  async accept(
    viewerId: string,
    { starts_at, zone, ...position }: MessagePosition & { starts_at: string; zone: string },
  ): Promise<Message> {
    const { db, changedMessages } = this.#deps
    const { room_id: roomId, seq } = position
    const startsAt = new Date(starts_at).toISOString()
    const changed = await db.transaction(async (tx, afterCommit) => {
      const accepted = await repository.acceptTime(tx, { roomId, senderId: viewerId, seq, startsAt, zone })
      if (!accepted) return undefined
      await this.#notify(tx, afterCommit, accepted, 'appointment_accepted', viewerId)
      const remindAt = Date.parse(startsAt) - APPOINTMENTS.reminderMs
      if (remindAt > Date.now()) await repository.insertReminder(tx, roomId, seq, new Date(remindAt))
      return accepted
    })
    if (changed) return changedMessages.publish(changed)
    return changedMessages.publishAgain(viewerId, position, (found, room) =>
      findAcceptRefusal(found, room, { viewerId, startsAt }),
    )
  }

  /**
   * Declines, withdraws or cancels an appointment. Withdrawing a proposal sends no notification.
   * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED, APPOINTMENT_NOT_FOUND, APPOINTMENT_OVER
   */
  async end(viewerId: string, position: MessagePosition): Promise<Message> {
    const { db, changedMessages, domainEvents } = this.#deps
    const { room_id: roomId, seq } = position
    const changed = await db.transaction(async (tx, afterCommit) => {
      const ended = await repository.endAppointment(tx, { roomId, senderId: viewerId, seq })
      if (!ended) return undefined
      const { row, participantIds } = ended
      await repository.deleteReminder(tx, roomId, seq)
      for (const recipientId of participantIds) {
        await domainEvents.dismiss(tx, afterCommit, {
          recipientId,
          kinds: ['appointment_accepted', 'appointment_soon'],
          subjectId: row.clientId,
        })
      }
      const wasAccepted = row.appointment?.starts_at !== null
      const kind = wasAccepted ? 'appointment_cancelled' : 'appointment_declined'
      if (wasAccepted || row.senderId !== viewerId) await this.#notify(tx, afterCommit, ended, kind, viewerId)
      return ended
    })
    if (changed) return changedMessages.publish(changed)
    return changedMessages.publishAgain(viewerId, position, findAppointmentEndRefusal)
  }

  /** @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED, FORBIDDEN, APPOINTMENT_NOT_FOUND, APPOINTMENT_ENDED */
  async changeLink(
    viewerId: string,
    { link, ...position }: MessagePosition & { link: string | null },
  ): Promise<Message> {
    const { db, changedMessages } = this.#deps
    const { room_id: roomId, seq } = position
    const changed = await repository.setLink(db, { roomId, senderId: viewerId, seq, link })
    if (changed) return changedMessages.publish(changed)
    return changedMessages.publishAgain(viewerId, position, (found) => findCallLinkRefusal(found, { viewerId, link }))
  }

  /** Reminds both people once of each appointment within an hour, even if several servers run this. */
  async remindDue(): Promise<void> {
    const { db, domainEvents } = this.#deps
    for (;;) {
      const taken = await db.transaction(async (tx, afterCommit) => {
        const due = await repository.takeDueReminders(tx, AT_A_TIME)
        for (const { roomId, subjectId, participantIds, isWanted } of due) {
          if (!isWanted) continue
          for (const recipientId of participantIds) {
            await domainEvents.record(tx, afterCommit, {
              kind: 'appointment_soon',
              recipientId,
              actorId: participantIds.find((id) => id !== recipientId) ?? null,
              subjectId,
              roomId,
            })
          }
        }
        return due.length
      })
      if (taken < AT_A_TIME) return
    }
  }
}

/** Describes the proposal for clients that do not support appointments. */
function describeProposal({ times, zone }: Appointment): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'full', timeStyle: 'short' })
  return `Appointment proposed: ${times.map((time) => format.format(new Date(time))).join('; ')} (${zone})`
}
