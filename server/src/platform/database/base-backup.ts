import { PassThrough, type Readable } from 'node:stream'

import { Client, type Connection, type Submittable } from 'pg'

/** Message types of a base backup (https://www.postgresql.org/docs/18/protocol-replication.html). */
const ARCHIVE_BEGINS = 'n'.charCodeAt(0)
const CONTENT = 'd'.charCodeAt(0)

/**
 * Copies the running cluster, with everything committed before the copy's end, as a tar archive. The archive can be
 * restored only by the same version of PostgreSQL, on the same kind of machine. If the copy is interrupted, the stream
 * ends with an error.
 * @param url connection with a role that may replicate
 */
export async function openBaseBackup(url: string): Promise<Readable> {
  // The driver's types lack the setting `replication`.
  const settings = { connectionString: url, replication: 'true', application_name: 'kundig-backup' }
  const client = new Client(settings)
  const archive = new PassThrough()
  client.on('error', (error) => archive.destroy(error))
  await client.connect()
  const backup = new BaseBackup(archive)
  client.query(backup)
  void backup.ended.then(
    () => archive.end(),
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  // The connection also ends when the reader stops early.
  archive.once('close', () => void client.end())
  return archive
}

/** Command that lets the driver read a copy stream, which it cannot read otherwise. */
class BaseBackup implements Submittable {
  readonly ended: Promise<void>
  readonly #archive: PassThrough
  readonly #resolve: () => void
  readonly #reject: (error: Error) => void
  #archives = 0
  #isFull = false

  constructor(archive: PassThrough) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ended = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#archive = archive
  }

  submit(connection: Connection): void {
    connection.query("BASE_BACKUP (LABEL 'kundig', CHECKPOINT 'fast', WAL true, MANIFEST 'no')")
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    if (chunk[0] === ARCHIVE_BEGINS) this.#archives++
    if (chunk[0] !== CONTENT || this.#archives !== 1) return
    // The driver reuses the chunk's memory, so the chunk is copied.
    if (this.#archive.write(Buffer.from(chunk.subarray(1)))) return
    // Chunks that were received before the pause still arrive here.
    if (this.#isFull) return
    this.#isFull = true
    connection.stream.pause()
    this.#archive.once('drain', () => {
      this.#isFull = false
      connection.stream.resume()
    })
  }

  handleReadyForQuery(): void {
    if (this.#archives === 1) this.#resolve()
    else this.#reject(new Error('The database has tablespaces of its own: use pg_dump'))
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
