import { Bulkhead } from '../limits/bulkhead.ts'

/**
 * Fair queue for images and unpacked documents, one at a time: each takes a processor and up to 256 MB. The key is the
 * account's id.
 */
export const imageQueue = new Bulkhead({ slots: 1, waitingMax: 30, waitingPerKeyMax: 30, waitMs: 30_000 })
