import { errors, type JWTPayload, jwtVerify } from 'jose'

/**
 * Returns the payload of a valid token that is signed by one of the keys.
 * @throws JOSEError
 */
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
