/** Business constants (spec 9). Lengths count Unicode code points, as PostgreSQL's char_length does. */
export const LIMITS = {
  nameMax: 100,
  textMax: 1000,
  bioMax: 500,
  messageMax: 2000,
  /** Maximum text of a message in the list of rooms or in a reply (characters). */
  previewMax: 160,
  emailMax: 254,
  /** A custom category fits on one line of a card (spec 3.23). */
  customExpertiseMax: 100,
  headlineMax: 80,
  townMax: 80,
  answerLanguagesMax: 6,
  priceEurosMin: 5,
  priceEurosMax: 1000,
  passwordMin: 8,
  /** A longer password is refused, never cut. */
  passwordMax: 128,
  pendingRequestsMax: 100,
  /** Maximum pending requests in a sender's list. */
  waitingRequestsMax: 100,
  openChatsMax: 1000,
  /** Time after sending in which a message can be edited (ms). */
  messageEditableMs: 86_400_000,
  chatPageSize: 20,
  chatPageMax: 100,
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
  sideMaxPx: 400,
  bytesMax: 1024 * 1024,
  /** Maximum size of a chosen picture. The browser reduces the picture before the upload. */
  sourceBytesMax: 30 * 1024 * 1024,
  /** A phone's 48-megapixel photo fits; a decompression bomb does not. */
  pixelsMax: 64_000_000,
  /** Maximum side. Decoding many rows is slow: a picture one pixel wide could occupy a server for seconds. */
  sentSideMaxPx: 30_000,
} as const

/** Files in a chat (spec 5, 9). */
export const FILES = {
  bytesMax: 5 * 1024 * 1024,
  nameMax: 200,
  /** Maximum file messages per person within `windowMs`. */
  mostInWindow: 10,
  windowMs: 60_000,
  /** Limits of a stored image. They are equal for images that a browser or the server encoded. */
  image: {
    bytesMax: 1024 * 1024,
    sideMaxPx: 1920,
    /** Maximum size of a chosen photo. The browser reduces the photo before the check and the upload. */
    sourceBytesMax: 30 * 1024 * 1024,
  },
  /** Thumbnails are stored at twice their displayed size, for high-density screens. */
  thumbnail: { bytesMax: 102_400, sideMaxPx: 400, shownMaxPx: 200, quality: 0.6 },
} as const

export const TYPING = {
  /** Minimum interval between typing events (ms). */
  everyMs: 3000,
  /** Time for which typing is shown after an event (ms). */
  shownMs: 6000,
} as const

/** Payments (spec 5, 9). */
export const PAYMENTS = {
  currency: 'eur',
  centsMin: 1,
  /** Stripe's minimum card payment in euros (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
  cardCentsMin: 50,
  /** Less than €100,000. */
  centsMax: 9_999_999,
} as const
