import type { ContractRouterClient } from '@orpc/contract'
import type { RouterUtils } from '@orpc/tanstack-query'

import type { contract } from '@kundig/contract/contract'

import { loadErrorCatalogue } from './error-catalogue.ts'

type Client = ContractRouterClient<typeof contract>
type Call = (input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>

/** Fetches the code that makes calls; the first call does, too. Public pages come with their data and may need none. */
export async function prepareCalls(): Promise<Client> {
  // What may go wrong with a call must be known when it is answered.
  const [{ rpcClient }] = await Promise.all([import('./rpc-client.ts'), loadErrorCatalogue()])
  return rpcClient
}

/** A tree that grows a branch for every name that is asked for, and bears `leaf` under each path. */
function treeOf<Leaf extends object>(leaf: (path: readonly string[]) => Leaf, path: readonly string[] = []): Leaf {
  return new Proxy(leaf(path), {
    get: (own, name): unknown => {
      // A promise would be asked for `then`.
      if (typeof name === 'symbol' || name === 'then') return undefined
      return Object.hasOwn(own, name) ? Reflect.get(own, name) : treeOf(leaf, [...path, name])
    },
  })
}

function callAt(path: readonly string[]): Call {
  return async (input, options) => {
    let branch: unknown = await prepareCalls()
    for (const name of path) branch = Reflect.get(Object(branch), name)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the paths are those of the client's own type
    return (branch as Call)(input, options)
  }
}

interface QueryInput {
  input?: unknown
}
interface InfiniteInput {
  input: (pageParam: unknown) => unknown
  initialPageParam: unknown
}

/** As oRPC's own utilities make them, without what we do not use of those. */
function optionsAt(path: readonly string[]) {
  const call = callAt(path)
  const keyOf = (state: { type?: string; input?: unknown } = {}) => [
    path,
    Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)),
  ]
  return {
    key: keyOf,
    queryOptions: ({ input, ...rest }: QueryInput = {}) => ({
      queryKey: keyOf({ type: 'query', input }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(input, { signal }),
      ...rest,
    }),
    infiniteOptions: ({ input, ...rest }: InfiniteInput) => ({
      queryKey: keyOf({ type: 'infinite', input: input(rest.initialPageParam) }),
      queryFn: ({ pageParam, signal }: { pageParam: unknown; signal: AbortSignal }) =>
        call(input(pageParam), { signal }),
      ...rest,
    }),
    mutationOptions: (rest: object = {}) => ({
      mutationKey: keyOf({ type: 'mutation' }),
      mutationFn: (input: unknown) => call(input),
      ...rest,
    }),
  }
}

/** Calls the server's procedures; its types derive from the contract, of which no schema enters the bundle. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a tree has the branches that it is asked for
export const client = treeOf(callAt) as unknown as Client

/** Query and mutation options for TanStack Query, derived from the contract by oRPC's types. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
export const api = treeOf(optionsAt) as unknown as RouterUtils<Client>
