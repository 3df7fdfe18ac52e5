import type { Executor } from '../../../platform/database/database.ts'
import type { PaymentAttachment, PaymentAttachments } from '../ports.ts'
import { findPreviews, type Preview } from './message-preview.repository.ts'
import type { MessageWithFile } from './message.repository.ts'

export interface WholeMessage extends MessageWithFile {
  payment: PaymentAttachment | null
  repliesTo: Preview | null
}

/** Reads payments and replied-to messages by position, like the files. */
export async function attachPaymentsAndPreviews(
  payments: PaymentAttachments,
  executor: Executor,
  messages: readonly MessageWithFile[],
): Promise<WholeMessage[]> {
  const [one, other] = [messages[0]?.message, messages.at(-1)?.message]
  if (!one || !other) return []
  const [first, last] = [Math.min(one.seq, other.seq), Math.max(one.seq, other.seq)]
  const bySeq = await payments.between(executor, one.roomId, first, last)
  const answered = await findPreviews(
    executor,
    payments,
    one.roomId,
    messages.flatMap(({ message }) => message.replyTo ?? []),
  )
  return messages.map((message) => ({
    ...message,
    payment: bySeq.get(message.message.seq) ?? null,
    repliesTo: answered.get(message.message.replyTo ?? 0) ?? null,
  }))
}
