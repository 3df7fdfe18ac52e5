import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Tests start servers many times over: what Node compiled once it need not compile again. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'kundig-compile-cache') }
