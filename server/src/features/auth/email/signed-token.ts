import { errors, type JWTPayload, jwtVerify } from 'jose'

/** @throws JOSEError unless one of the keys signed the token */
export async function verifyToken(token: string, keys: readonly Uint8Array[], algorithm: string): Promise<JWTPayload> {
  for (const key of keys) {
    try {
      return (await jwtVerify(token, key, { algorithms: [algorithm] })).payload
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}
