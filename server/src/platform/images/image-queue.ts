import { Bulkhead } from '../limits/bulkhead.ts'

/** Fair queue by account id, one job at a time: each image or document takes a processor and up to 256 MB. */
export const imageQueue = new Bulkhead({ slots: 1, waitingMax: 30, waitingPerKeyMax: 30, waitMs: 30_000 })
