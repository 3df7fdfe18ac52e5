export interface Started {
  url: string
}

/** Sends the address to the parent process; ends at its first message, or with it. */
export function serveBench(url: string, close: () => Promise<void>): void {
  const stop = (): void => {
    void close().finally(() => process.exit(0))
  }
  process.once('message', stop)
  process.once('disconnect', stop)
  // Ctrl-C reaches the whole group; the bench decides the end.
  process.on('SIGINT', () => undefined)
  process.send?.({ url } satisfies Started)
}
