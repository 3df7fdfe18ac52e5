import { Bulkhead } from '../limits/bulkhead.ts'

/** One job at a time on this server, queued by account id: images and documents take a processor and up to 256 MB. */
export const imageQueue = new Bulkhead({ slots: 1, waitingMax: 30, waitingPerKeyMax: 30, waitMs: 30_000 })
