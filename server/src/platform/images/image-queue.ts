import { Bulkhead } from '../limits/bulkhead.ts'

/** Images and unpacked documents, by account id: each takes a processor and up to 256 MB. */
export const imageQueue = new Bulkhead({ slots: 1, waitingMax: 30, waitingPerKeyMax: 30, waitMs: 30_000 })
