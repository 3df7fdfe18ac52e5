import { findDrizzleModulesQuickly } from './drizzle-modules.ts'
import { type Env, readEnv } from './env.ts'
import { printError } from './print-error.ts'

/** Reads the settings before thousands of modules load; prints what is wrong with them. */
function readSettings(): Env | null {
  try {
    return readEnv()
  } catch (error) {
    printError(error)
    process.exitCode = 1
    return null
  }
}

const env = readSettings()
if (env) {
  findDrizzleModulesQuickly()
  // A static import would load drizzle-orm before the hook.
  const { runServer } = await import('./run.ts')
  await runServer(env)
}
