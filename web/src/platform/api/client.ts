import type { Client as Procedure } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { DataTag, GetNextPageParamFunction, InfiniteData, QueryFunction, QueryKey } from '@tanstack/react-query'

import type { contract } from '@kundig/contract/contract'

import { loadErrorCatalogue } from './error-catalogue.ts'

type Client = ContractRouterClient<typeof contract>
type Call = (input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>
type Path = readonly string[]

/** Fetches the code that makes calls; the first call does, too. Public pages come with their data and may need none. */
export async function prepareCalls(): Promise<Client> {
  // What may go wrong with a call must be known when it is answered.
  const [{ rpcClient }] = await Promise.all([import('./rpc-client.ts'), loadErrorCatalogue()])
  return rpcClient
}

/**
 * A tree that grows a branch for every name that is asked for, and bears `leaf` under each path.
 * @returns a tree of whatever type says which branches there are, and nothing of a leaf that it cannot do
 */
function treeOf(leaf: (path: Path) => object, path: Path = []): unknown {
  return new Proxy(leaf(path), {
    get: (own, name): unknown => {
      // A promise would be asked for `then`.
      if (typeof name === 'symbol' || name === 'then') return undefined
      return Object.hasOwn(own, name) ? Reflect.get(own, name) : treeOf(leaf, [...path, name])
    },
  })
}

function callAt(path: Path): Call {
  return async (input, options) => {
    let branch: unknown = await prepareCalls()
    for (const name of path) branch = Reflect.get(Object(branch), name)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the paths are those of the client's own type
    return (branch as Call)(input, options)
  }
}

/** What a screen needs of TanStack Query for one procedure. */
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
    /** Left out: by its type TanStack Query knows what the pages are asked for by. */
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

/** At every path a key that all queries below it begin with, and at a procedure its options. */
type OptionsTree<Branch> = { key: () => QueryKey } & (Branch extends Procedure<
  infer _Context,
  infer Input,
  infer Output,
  infer _Error
>
  ? ProcedureOptions<Input, Output>
  : { [Name in keyof Branch]: OptionsTree<Branch[Name]> })

/** The keys are those that `@orpc/tanstack-query` makes. */
function optionsAt(path: Path) {
  const call = callAt(path)
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

/** Calls the server's procedures; its types derive from the contract, of which no schema enters the bundle. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a tree has the branches that it is asked for
export const client = treeOf(callAt) as Client

/** Query and mutation options for TanStack Query, derived from the contract. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
export const api = treeOf(optionsAt) as OptionsTree<Client>
