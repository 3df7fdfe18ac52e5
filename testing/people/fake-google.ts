import { createServer } from 'node:http'

import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

import type { IdentityProvider } from '@kundig/server/features/auth/google/google-provider'

/** Response to the next sign-in; each test changes one part. */
export interface GoogleIdentity {
  claims: JWTPayload
  issuer: string
  audience: string
  expiresIn: number
  /** Key that signs the token: the published key, or another key with the same id. */
  key: 'published' | 'another'
  status: number
  token: 'signed' | 'unsigned' | 'none'
  nonce: string | undefined
}

export interface FakeGoogle {
  provider: IdentityProvider
  began: (authorization: URL) => void
  identity: GoogleIdentity
  asked: URLSearchParams
  close: () => Promise<void>
}

const CLIENT_ID = 'kundig-test'

/** An identity provider that publishes keys, and answers every code with `identity`, which may be invalid. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const [published, another] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  let nonce = ''

  const idToken = async ({
    claims,
    issuer,
    audience,
    expiresIn,
    key,
    token,
    nonce: forced,
  }: GoogleIdentity): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const payload = { nonce: forced ?? nonce, ...claims, iss: issuer, aud: audience, iat: now, exp: now + expiresIn }
    if (token === 'unsigned') {
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`
    }
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign((key === 'published' ? published : another).privateKey)
  }

  const server = createServer((request, response) => {
    const json = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.url === '/certs') return json(200, { keys: [jwk] })
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      fake.asked = new URLSearchParams(body)
      void idToken(fake.identity).then((token) =>
        json(fake.identity.status, {
          access_token: 'an-access-token',
          refresh_token: 'a-refresh-token',
          token_type: 'Bearer',
          ...(fake.identity.token === 'none' ? {} : { id_token: token }),
        }),
      )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const url = `http://127.0.0.1:${address.port}`

  const fake: FakeGoogle = {
    provider: {
      clientId: CLIENT_ID,
      clientSecret: 'a secret between the two',
      authorizationUrl: `${url}/auth`,
      tokenUrl: `${url}/token`,
      jwksUrl: `${url}/certs`,
      issuers: [url],
    },
    began: (authorization) => {
      nonce = authorization.searchParams.get('nonce') ?? ''
    },
    identity: {
      claims: {},
      issuer: url,
      audience: CLIENT_ID,
      expiresIn: 60,
      key: 'published',
      status: 200,
      token: 'signed',
      nonce: undefined,
    },
    asked: new URLSearchParams(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}
