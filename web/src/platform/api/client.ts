import type { Client as Procedure } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { DataTag, GetNextPageParamFunction, InfiniteData, QueryFunction, QueryKey } from '@tanstack/react-query'

import type { contract } from '@kundig/contract/contract'

import { loadErrorCatalogue } from './error-catalogue.ts'

type Client = ContractRouterClient<typeof contract>
type Call = (input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>
type Path = readonly string[]

/** Loads the code for calls to the server. Public pages include their data and may never need this code. */
export async function loadRpcClient(): Promise<Client> {
  // Loads the error catalogue too, because errors in an answer need it.
  const [{ rpcClient }] = await Promise.all([import('./rpc-client.ts'), loadErrorCatalogue()])
  return rpcClient
}

/** Creates a proxy with nested proxies for all names. `leaf` creates a path's object. The caller casts the result. */
function createPathProxy(leaf: (path: Path) => object, path: Path = []): unknown {
  return new Proxy(leaf(path), {
    get: (own, name): unknown => {
      // A proxy with a `then` would count as a promise.
      if (typeof name === 'symbol' || name === 'then') return undefined
      return Object.hasOwn(own, name) ? Reflect.get(own, name) : createPathProxy(leaf, [...path, name])
    },
  })
}

function createCall(path: Path): Call {
  return async (input, options) => {
    let branch: unknown = await loadRpcClient()
    for (const name of path) branch = Reflect.get(Object(branch), name)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client's type has exactly these paths
    return (branch as Call)(input, options)
  }
}

interface ProcedureOptions<Input, Output> {
  queryOptions: (
    ...[options]: undefined extends Input ? [options?: { input?: Input }] : [options: { input: Input }]
  ) => {
    queryKey: DataTag<QueryKey, Output>
    queryFn: QueryFunction<Output>
  }
  infiniteOptions: <PageParam>(options: InfiniteInput<Input, Output, PageParam>) => {
    queryKey: DataTag<QueryKey, InfiniteData<Output, PageParam>>
    queryFn: QueryFunction<Output, QueryKey, PageParam>
    /** Omitted from `InfiniteInput`: TanStack Query infers the page parameter's type. */
    select?: (data: InfiniteData<Output, PageParam>) => InfiniteData<Output, PageParam>
  } & Omit<InfiniteInput<Input, Output, PageParam>, 'input'>
  mutationOptions: () => {
    mutationKey: QueryKey
    mutationFn: (input: Input) => Promise<Output>
  }
}

interface InfiniteInput<Input, Output, PageParam> {
  input: (pageParam: PageParam) => Input
  initialPageParam: PageParam
  getNextPageParam: GetNextPageParamFunction<PageParam, Output>
}

/** Tree with a query key at each path and query options at each procedure. */
type OptionsTree<Branch> = { key: () => QueryKey } & (Branch extends Procedure<
  infer _Context,
  infer Input,
  infer Output,
  infer _Error
>
  ? ProcedureOptions<Input, Output>
  : { [Name in keyof Branch]: OptionsTree<Branch[Name]> })

/** Creates query options with the keys of `@orpc/tanstack-query`. */
function createProcedureOptions(path: Path) {
  const call = createCall(path)
  const keyOf = (type: string, input?: unknown): QueryKey => [path, { type, ...(input !== undefined && { input }) }]
  return {
    key: (): QueryKey => [path],
    queryOptions: ({ input }: { input?: unknown } = {}) => ({
      queryKey: keyOf('query', input),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(input, { signal }),
    }),
    infiniteOptions: ({ input, ...rest }: InfiniteInput<unknown, unknown, unknown>) => ({
      queryKey: keyOf('infinite', input(rest.initialPageParam)),
      queryFn: ({ pageParam, signal }: { pageParam: unknown; signal: AbortSignal }) =>
        call(input(pageParam), { signal }),
      ...rest,
    }),
    mutationOptions: () => ({ mutationKey: keyOf('mutation'), mutationFn: (input: unknown) => call(input) }),
  }
}

/** Calls the server's procedures. The contract provides only types, so the bundle contains no schemas. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the proxy creates each requested branch
export const client = createPathProxy(createCall) as Client

/** Query and mutation options for TanStack Query, derived from the contract. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the proxy creates each requested branch
export const api = createPathProxy(createProcedureOptions) as OptionsTree<Client>
