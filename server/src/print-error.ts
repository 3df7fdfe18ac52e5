/** Prints why the server cannot start, or what failed while it stopped. */
export function printError(error: unknown): void {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`)
}
