import { hasValidHmac, computeHmac, type Secrets } from '../../../platform/secrets.ts'

/** Format of better-auth's signed cookies and tokens: a value, a dot, and its HMAC-SHA-256 in base64. */
const SIGNED = /^(?<value>.+)\.(?<signature>[\w+/-]{43}=)$/u

/** Renews, in place, signatures made with older secrets, because better-auth checks only the first secret. */
export function renewSignatures(headers: Headers, secrets: Secrets): void {
  if (secrets.length === 1) return
  const cookie = headers.get('cookie')
  if (cookie !== null) {
    headers.set(
      'cookie',
      cookie
        .split(';')
        .map((pair) => renewCookie(pair, secrets))
        .join(';'),
    )
  }
  const [, scheme = '', token] = /^(bearer\s+)(\S+)\s*$/iu.exec(headers.get('authorization') ?? '') ?? []
  if (token !== undefined) headers.set('authorization', `${scheme}${renewSignature(token, secrets)}`)
}

function renewCookie(pair: string, secrets: Secrets): string {
  const at = pair.indexOf('=')
  return at < 0 ? pair : `${pair.slice(0, at + 1)}${renewSignature(pair.slice(at + 1), secrets)}`
}

/** @param sent a signed value, URL-encoded or not */
function renewSignature(sent: string, secrets: Secrets): string {
  const { value, signature } = SIGNED.exec(decodeIfValid(sent))?.groups ?? {}
  if (value === undefined || signature === undefined) return sent
  const [first] = secrets
  const made = Buffer.from(signature, 'base64')
  if (hasValidHmac([first], value, made) || !hasValidHmac(secrets, value, made)) return sent
  return encodeURIComponent(`${value}.${computeHmac(first, value).toString('base64')}`)
}

function decodeIfValid(sent: string): string {
  try {
    return decodeURIComponent(sent)
  } catch {
    return sent
  }
}
