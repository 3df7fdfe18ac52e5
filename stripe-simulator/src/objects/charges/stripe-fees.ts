import type { Fees, Work } from '../../core/call.ts'

const DAY_S = 24 * 60 * 60

/** Reads the current fees. The control API sets them for all processes; by default, this process's options apply. */
export async function readFees({ tx, settings }: Work): Promise<Fees> {
  const [row] = await tx.query<{ fees: Fees | null }>('SELECT fees FROM settings')
  return row?.fees ?? settings.fees
}

/** Stripe's fee of a charge (cents), rounded to the cent. */
export function computeProcessingFee(amount: number, { basisPoints, fixed }: Fees): number {
  return Math.round((amount * basisPoints) / 10_000) + fixed
}

/** Time at which a payment made now is available (s): the start of a UTC day, or immediately without a delay. */
export function computeSettlementTime(nowS: number, { settleDays }: Fees): number {
  return settleDays === 0 ? nowS : (Math.floor(nowS / DAY_S) + settleDays) * DAY_S
}
