import { createORPCClient, onError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'

import type { contract } from '@kundig/contract/contract'
import { LOCALE_HEADER } from '@kundig/contract/languages'

import { getLanguage } from '../preferences/preferences.ts'
import { recordRelease } from '../releases/release.ts'
import { recordTermsRefusal } from './terms-refused.ts'

/** Timeout after which a call to the server counts as a network failure (ms). */
const CALL_TIMEOUT_MS = 20_000

const link = new RPCLink({
  url: () => `${window.location.origin}/rpc`,
  headers: () => ({ [LOCALE_HEADER]: getLanguage() }),
  fetch: async (request, init) => {
    const answer = await fetch(request, {
      ...init,
      credentials: 'same-origin',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    })
    recordRelease(answer)
    return answer
  },
  interceptors: [onError((error) => recordTermsRefusal(Reflect.get(Object(error), 'code')))],
})

export const rpcClient: ContractRouterClient<typeof contract> = createORPCClient(link)
