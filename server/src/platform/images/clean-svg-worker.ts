import { parentPort, workerData } from 'node:worker_threads'

import { cleanSvg } from './clean-svg.ts'

// Drawings are cleaned on a separate thread, because their style sheets may take seconds.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(cleanSvg(String(workerData)))
