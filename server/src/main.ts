import { findDrizzleModulesQuickly } from './drizzle-modules.ts'

findDrizzleModulesQuickly()
// An import above would load it before that.
const { run } = await import('./run.ts')
await run()
