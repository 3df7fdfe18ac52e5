import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

import { toClientNetwork } from '../../../platform/limits/client-network.ts'
import type { MessageInContext } from '../../chat/chat-moderation.service.ts'

export interface DisputedDeal {
  sellerId: string
  buyerId: string
  sellerName: string
  buyerName: string
  description: string
  /** In cents. */
  amount: number
  currency: string
  intentId: string
  paymentId: string
  askedAt: Date
  paidAt: Date
  refunds: readonly { amount: number; status: string; createdAt: Date }[]
  introduction: { senderId: string; message: string; createdAt: Date } | undefined
  messages: readonly MessageInContext[]
  hashes: ReadonlyMap<number, string>
  signIns: readonly { address: string | null; createdAt: Date }[]
}

/** Drafts evidence in English, because banks read it. The operator shortens the draft before submitting it. */
export function draftEvidence(deal: DisputedDeal) {
  const { sellerName, buyerName, description, amount, currency, introduction, messages, hashes, signIns } = deal
  const money = (cents: number): string => `${currency.toUpperCase()} ${(cents / 100).toFixed(2)}`
  const nameOf = (id: string): string => (id === deal.sellerId ? sellerName : buyerName)
  const line = (at: Date, who: string, text: string): string => `${at.toISOString()} ${who}: ${text}`
  const written = messages.map((message) => {
    const hash = hashes.get(message.seq)
    const file = message.file && `[file ${message.file.name}${hash === undefined ? '' : `, SHA-256 ${hash}`}]`
    const asked = message.isPaymentRequest ? '[payment request]' : null
    const text = [file, asked, message.content].filter((part) => part !== null && part !== '').join(' ')
    return line(message.sentAt, nameOf(message.senderId), text)
  })
  const refunds = deal.refunds.map(
    (refund) => `${refund.createdAt.toISOString()} refund of ${money(refund.amount)}: ${refund.status}`,
  )
  const parts = [
    [
      'The payment',
      [
        `${deal.askedAt.toISOString()} ${sellerName} asked ${buyerName} for ${money(amount)}`,
        `${deal.paidAt.toISOString()} paid (${deal.intentId}, our number ${deal.paymentId})`,
        ...refunds,
      ],
    ],
    [
      'How they met',
      introduction ? [line(introduction.createdAt, nameOf(introduction.senderId), introduction.message)] : [],
    ],
    ['What they wrote around the payment', written],
  ] as const
  const text = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines].join('\n'))
    .join('\n\n')
  const networks = signIns.flatMap(({ address, createdAt }) =>
    address === null ? [] : [`${createdAt.toISOString()} ${buyerName} logged in from ${toClientNetwork(address)}`],
  )
  return {
    product_description: truncateEvidence(description),
    access_activity_log: truncateEvidence(networks.join('\n')),
    uncategorized_text: truncateEvidence(text),
  }
}

/** Cuts evidence to the maximum length at Stripe. The submitting operator sees the cut. */
function truncateEvidence(text: string): string {
  const most = OPERATIONS_LIMITS.evidenceMax
  return text.length <= most ? text : `${text.slice(0, most - 2).replace(/[\uD800-\uDBFF]$/u, '')} …`
}
