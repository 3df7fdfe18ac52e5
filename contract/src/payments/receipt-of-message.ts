import { z } from 'zod'

import { id } from '../schemas.ts'

/** Receipt of a payment or refund, served at `/api/receipts/{id}`. */
export const receiptOfMessage = z.object({ id, number: z.string() })
export type ReceiptOfMessage = z.infer<typeof receiptOfMessage>
