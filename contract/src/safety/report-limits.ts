export const REPORT_LIMITS = {
  textMax: 2000,
  lawMax: 300,
  /** Maximum new reports per account, or per address for visitors. */
  perDay: 30,
} as const
