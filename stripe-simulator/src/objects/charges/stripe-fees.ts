import type { Fees, Work } from '../../core/call.ts'

const DAY_S = 24 * 60 * 60

/** What Stripe takes now: as the control API has set it for every process, or as this process was started with. */
export async function feesOf({ tx, settings }: Work): Promise<Fees> {
  const [row] = await tx.query<{ fees: Fees | null }>('SELECT fees FROM settings')
  return row?.fees ?? settings.fees
}

/** What Stripe takes of a charge (cents), rounded to the cent. */
export function processingFee(amount: number, { basisPoints, fixed }: Fees): number {
  return Math.round((amount * basisPoints) / 10_000) + fixed
}

/** When a payment of now becomes available (s): at the beginning of a day in UTC, or at once where no day is waited. */
export function settledAt(nowS: number, { settleDays }: Fees): number {
  return settleDays === 0 ? nowS : (Math.floor(nowS / DAY_S) + settleDays) * DAY_S
}
