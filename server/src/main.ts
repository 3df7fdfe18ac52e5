import { complain } from './complaint.ts'
import { findDrizzleModulesQuickly } from './drizzle-modules.ts'
import { type Env, readEnv } from './env.ts'

/** Settings, or null once it is said what is wrong with them: before thousands of modules are loaded. */
function readSettings(): Env | null {
  try {
    return readEnv()
  } catch (error) {
    complain(error)
    process.exitCode = 1
    return null
  }
}

const env = readSettings()
if (env) {
  findDrizzleModulesQuickly()
  // An import above would load it before that.
  const { run } = await import('./run.ts')
  await run(env)
}
