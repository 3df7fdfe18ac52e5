import { z } from 'zod'

import { id } from '../../schemas.ts'

/** Where the receipt of a payment or of a refund is: `/api/receipts/{id}`. */
export const receiptOfMessage = z.object({ id, number: z.string() })
export type ReceiptOfMessage = z.infer<typeof receiptOfMessage>
