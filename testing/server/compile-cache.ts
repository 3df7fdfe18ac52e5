import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes Node cache compiled code, because tests start many servers. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'kundig-compile-cache') }
