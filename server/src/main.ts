import { registerDrizzleResolver } from './drizzle-modules.ts'
import { type Env, readEnv } from './env.ts'
import { printError } from './print-error.ts'

/** Reads the settings before thousands of modules load, and prints errors in settings. */
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
  registerDrizzleResolver()
  // A dynamic import loads drizzle-orm only after its hook is registered.
  const { runServer } = await import('./run.ts')
  await runServer(env)
}
