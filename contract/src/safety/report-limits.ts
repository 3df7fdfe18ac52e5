export const REPORT_LIMITS = {
  textMax: 2000,
  lawMax: 300,
  /** New reports per account, and per address of visitors. */
  perDay: 30,
} as const
