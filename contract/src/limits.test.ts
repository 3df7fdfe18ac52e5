import { expect, test } from 'vitest'

import { FILES, LIMITS, PAYMENTS, PICTURES } from './limits.ts'

const MB = 1024 * 1024

test('the business constants match the specification (part 9)', () => {
  expect(LIMITS).toMatchObject({
    passwordMin: 8,
    nameMax: 100,
    textMax: 1000,
    bioMax: 500,
    messageMax: 2000,
    emailMax: 254,
    chatPageSize: 20,
    pendingRequestsMax: 100,
    bioOnCard: 120,
    bioInRequest: 300,
  })
  expect(PICTURES).toMatchObject({ bytesMax: MB, sideMaxPx: 400, sourceBytesMax: 30 * MB })
  expect(FILES).toEqual({
    bytesMax: 5 * MB,
    nameMax: 200,
    mostInWindow: 10,
    windowMs: 60_000,
    image: { bytesMax: MB, sideMaxPx: 1920, sourceBytesMax: 30 * MB },
    // Pictures are stored at twice their displayed size (spec 9.9).
    thumbnail: { bytesMax: 100 * 1024, sideMaxPx: 400, shownMaxPx: 200, quality: 0.6 },
  })
  expect(PAYMENTS).toMatchObject({ currency: 'eur', centsMin: 1, centsMax: 100_000 * 100 - 1 })
})
