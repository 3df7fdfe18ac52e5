export interface Started {
  url: string
}

/** Tells the parent process the address; ends after a message from it, or without it. */
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
