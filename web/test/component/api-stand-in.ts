import { BatchInterceptor } from '@mswjs/interceptors'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'
import type { Client as Procedure } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { implement, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'

import { contract } from '@kundig/contract/contract'
import { type ErrorCode, type ErrorData, Refusal } from '@kundig/contract/errors'
import { errorBody } from '@kundig/contract/errors/error-body'

/** Answers to some of the contract's procedures, by their place in it. */
export type ProcedureAnswers<Branch = ContractRouterClient<typeof contract>> =
  Branch extends Procedure<infer _Context, infer Input, infer Output, infer _Error>
    ? (input: Input) => Output | Promise<Output>
    : { [Name in keyof Branch]?: ProcedureAnswers<Branch[Name]> }

/** Answers to other calls, by method and path, such as `PUT /api/profiles/1/picture`. */
export type HttpAnswers = Record<string, (request: Request) => Response | Promise<Response>>

const RPC = '/rpc'

/** Answers without the types of their procedures. */
type Answer = (input: unknown) => unknown
interface AnswerTree {
  [name: string]: Answer | AnswerTree
}
interface Implementer {
  handler: (answer: (options: { input: unknown }) => unknown) => unknown
}

/** The router of the given answers. The contract parses their inputs and outputs, as it does in the server. */
function createRouter(answers: AnswerTree, implementer: object): Record<string, never> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const branch = Reflect.get(implementer, name) as Implementer
      const router =
        typeof answer === 'function' ? branch.handler(({ input }) => answer(input)) : createRouter(answer, branch)
      return [name, router as never]
    }),
  )
}

/** A refusal as the server answers it. */
function toAnswer({ code, field, retryAfterS }: Refusal): ORPCError<ErrorCode, ErrorData> {
  return new ORPCError(code, errorBody(code, field, retryAfterS))
}

/** What of an input or output the contract refuses, or what else went wrong. */
function describeFault(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? ` ${JSON.stringify(error.cause)}` : ''
  return `${String(error)}${cause}`
}

function createApiStandIn() {
  let httpAnswers: HttpAnswers = {}
  /** Null between tests: calls that are still on their way then belong to none. */
  let handler: RPCHandler<object> | null = null
  let unexpected: string[] = []
  /** False between two tests: a call is then a late one of the test before. */
  let isInTest = false
  const interceptor = new BatchInterceptor({
    name: 'api',
    interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
  })

  // oxlint-disable-next-line typescript/no-misused-promises -- the request waits for its listeners
  interceptor.on('request', async ({ request, controller }) => {
    const { pathname } = new URL(request.url)
    if (!/^\/(?:rpc|api)\//u.test(pathname)) return
    if (handler === null) return controller.respondWith(new Response(null, { status: 501 }))
    const call = `${request.method} ${pathname}`
    const answer = httpAnswers[call]
    if (answer !== undefined) return controller.respondWith(await answer(request))
    if (pathname.startsWith(`${RPC}/`)) {
      const { matched, response } = await handler.handle(request, { prefix: RPC })
      if (matched) return controller.respondWith(response)
    }
    if (isInTest) unexpected.push(call)
    return controller.respondWith(new Response(null, { status: 501 }))
  })
  interceptor.apply()

  return {
    /** Answers calls from now on. @throws Refusal within an answer: the server's refusal with its code */
    answer: (procedures: ProcedureAnswers, http: HttpAnswers = {}): void => {
      httpAnswers = http
      isInTest = true
      handler = new RPCHandler(createRouter(procedures as AnswerTree, implement(contract)), {
        interceptors: [
          async (options) => {
            try {
              return await options.next()
            } catch (error) {
              if (error instanceof Refusal) throw toAnswer(error)
              unexpected.push(`${options.request.url.pathname}: ${describeFault(error)}`)
              throw error
            }
          },
        ],
      })
    },
    /** Forgets all answers. @returns the calls that had none, and those whose input or output the contract refused */
    reset: (): string[] => {
      const calls = unexpected
      httpAnswers = {}
      handler = null
      unexpected = []
      isInTest = false
      return calls
    },
  }
}

/** Stands in for the server in component tests. */
export const apiStandIn = createApiStandIn()
