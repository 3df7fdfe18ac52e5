export interface Started {
  url: string
}

/** Sends the URL to the parent process. Ends at the parent's first message, or when the parent ends. */
export function reportUrlToParent(url: string, close: () => Promise<void>): void {
  const stop = (): void => {
    void close().finally(() => process.exit(0))
  }
  process.once('message', stop)
  process.once('disconnect', stop)
  // Ctrl-C reaches the whole process group, but the parent decides when this server ends.
  process.on('SIGINT', () => undefined)
  process.send?.({ url } satisfies Started)
}
