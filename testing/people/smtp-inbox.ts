import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  headers: Map<string, string>
  parts: Map<string, string>
}

export interface SmtpInbox {
  received: ReceivedMail[]
  close: () => Promise<void>
}

/**
 * A mail server on loopback that stores the received mails.
 * @param options.answers false leaves the sender without an acknowledgement
 * @param options.refuses response for a refused address, such as `550 5.1.1 No such mailbox`, else null
 */
export async function startSmtpInbox(
  port: number,
  options: {
    answers: boolean
    refuses?: (address: string) => string | null
    before?: (address: string) => Promise<void>
  } = { answers: true },
): Promise<SmtpInbox> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const answer = (): void => {
        const refusal = options.refuses?.(address) ?? null
        if (refusal === null) return done()
        const [code = '', ...words] = refusal.split(' ')
        return done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }))
      }
      if (options.before === undefined) answer()
      else void options.before(address).then(answer)
    },
    onData: (stream, session, done) => {
      let raw = ''
      stream.setEncoding('latin1').on('data', (chunk: string) => (raw += chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), ...parseMail(raw) })
        if (options.answers) done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}

function splitEntity(entity: string): { headers: Map<string, string>; body: string } {
  const end = entity.indexOf('\r\n\r\n')
  const lines = entity
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/gu, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body: entity.slice(end + 4) }
}

function parseMail(raw: string): Pick<ReceivedMail, 'headers' | 'parts'> {
  const { headers, body } = splitEntity(raw)
  const boundary = /boundary="?([^";]+)"?/u.exec(headers.get('content-type') ?? '')?.[1]
  const parts = new Map<string, string>()
  for (const entity of body.split(`--${boundary}`).slice(1, -1)) {
    const part = splitEntity(entity.replace(/^\r\n/u, ''))
    const type = part.headers.get('content-type')?.split(';')[0] ?? ''
    parts.set(type, decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '7bit'))
  }
  return { headers, parts }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/gu, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
