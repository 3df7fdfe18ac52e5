/**
 * Business constants (spec 9). Lengths count Unicode code points, as PostgreSQL's char_length does, so
 * that the form, the server and the database agree about what "2,000 characters" means.
 */
export const LIMITS = {
  nameMax: 100,
  /** What a payment is for. */
  textMax: 1000,
  bioMax: 500,
  messageMax: 2000,
  emailMax: 254,
  /** A custom category is shown on one line of a card; see docs/decisions/0004. */
  customExpertiseMax: 100,
  headlineMax: 80,
  townMax: 80,
  answerLanguagesMax: 6,
  priceEurosMin: 5,
  priceEurosMax: 1000,
  passwordMin: 8,
  /** Beyond this a password is refused, never cut. */
  passwordMax: 128,
  pendingRequestsMax: 100,
  /** Of how many of their own unanswered requests somebody is told at once. */
  waitingRequestsMax: 100,
  openChatsMax: 1000,
  chatPageSize: 20,
  /** The most messages that one answer carries. */
  chatPageMax: 100,
  /** Of how many rooms a client asks at once what it missed. */
  resumedRoomsMax: 20,
  profilePageSize: 12,
  profilePageMax: 60,
  historyPageSize: 20,
  bioOnCard: 120,
  bioInRequest: 300,
  searchMax: 200,
} as const

/** Profile pictures (spec 5). */
export const PICTURES = {
  /** The edge of the square that is kept. */
  sideMaxPx: 400,
  /** What may be sent. */
  bytesMax: 1024 * 1024,
  /** What may be chosen; the browser makes it smaller before it is sent. */
  sourceBytesMax: 30 * 1024 * 1024,
  /** A phone's 48-megapixel photo fits; a decompression bomb does not. */
  pixelsMax: 64_000_000,
  /** The longest side of what may be sent: rows cost time to decode, so a picture one pixel wide holds a server for seconds. */
  sentSideMaxPx: 30_000,
} as const

/** Files in a chat (spec 5, 9). */
export const FILES = {
  bytesMax: 5 * 1024 * 1024,
  nameMax: 200,
  /** File messages that one person may send within `windowMs`; one more is refused. */
  mostInWindow: 10,
  windowMs: 60_000,
  /** What is stored of an image, whoever encoded it. */
  image: {
    bytesMax: 1024 * 1024,
    sideMaxPx: 1920,
    /** What may be chosen of a photo; the browser makes it smaller before it is judged and sent. */
    sourceBytesMax: 30 * 1024 * 1024,
  },
  /** Stored at twice the size at which it is shown, for dense screens. */
  thumbnail: { bytesMax: 102_400, sideMaxPx: 400, shownMaxPx: 200, quality: 0.6 },
} as const

/** Telling that one is typing. */
export const TYPING = {
  /** At most this often (ms). */
  everyMs: 3000,
  /** How long it is shown after the last time it was told (ms). */
  shownMs: 6000,
} as const

/** Payments (spec 5, 9). */
export const PAYMENTS = {
  currency: 'eur',
  centsMin: 1,
  /** Stripe's minimum for a card payment in euros (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
  cardCentsMin: 50,
  /** Less than €100,000. */
  centsMax: 9_999_999,
} as const
