import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Tests start many servers: Node reuses compiled code. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'kundig-compile-cache') }
