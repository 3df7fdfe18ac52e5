import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

import { limitHeapGrowth } from './heap-growth.js'

// Precedes the compile cache, because V8 refuses code that it compiled under other flags.
limitHeapGrowth()
// JavaScript, because Node loads its TypeScript compiler for a first file in TypeScript. With this cache it never does.
// `NODE_COMPILE_CACHE` takes precedence.
enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))
await import('./src/main.ts')
