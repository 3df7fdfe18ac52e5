export function printError(error: unknown): void {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`)
}
