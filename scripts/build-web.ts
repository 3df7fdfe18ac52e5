import { buildWeb } from '../testing/web-build.ts'

try {
  buildWeb()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
