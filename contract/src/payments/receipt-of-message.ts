import { z } from 'zod'

import { id } from '../schemas.ts'

export const receiptOfMessage = z.object({ id, number: z.string() })
export type ReceiptOfMessage = z.infer<typeof receiptOfMessage>
