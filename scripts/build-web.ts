import { buildWeb } from '@kundig/testing/server/web-build'

try {
  buildWeb()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
