import { RAW_LIMITS } from '../raw-limits.ts'
import { createTextField } from '../schemas.ts'
import { cleanText } from '../texts/sanitising.ts'
import { checkRefundReason } from './refund-rules.ts'

export const refundReason = createTextField(checkRefundReason, cleanText, {
  rawMax: RAW_LIMITS.description,
  tooLong: 'TEXT_TOO_LONG',
})

export const REFUND_REASON_CODES = [
  'REFUND_REASON_REQUIRED',
  'TEXT_INVALID',
  'ONLY_MARKUP',
  'TEXT_TOO_LONG',
  'INVALID_INPUT',
] as const
