import { BatchInterceptor } from '@mswjs/interceptors'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'
import type { Client as Procedure } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { implement, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'

import { contract } from '@kundig/contract/contract'
import { type ErrorCode, type ErrorData, ERRORS, Refusal } from '@kundig/contract/errors'
import { buildErrorBody } from '@kundig/contract/errors/error-body'

export type ProcedureAnswers<Branch = ContractRouterClient<typeof contract>> =
  Branch extends Procedure<infer _Context, infer Input, infer Output, infer _Error>
    ? (input: Input) => Output | Promise<Output>
    : { [Name in keyof Branch]?: ProcedureAnswers<Branch[Name]> }

/** Answers to HTTP requests by method and path, such as `PUT /api/profiles/1/picture`. */
export type HttpAnswers = Record<string, (request: Request) => Response | Promise<Response>>

const RPC = '/rpc'

type Answer = (input: unknown) => unknown
interface AnswerTree {
  [name: string]: Answer | AnswerTree
}
interface Implementer {
  handler: (answer: (options: { input: unknown }) => unknown) => unknown
}

/** Creates a router that validates inputs and outputs by the contract, as on the server. */
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

function toRpcError({ code, field, retryAfterS }: Refusal): ORPCError<ErrorCode, ErrorData> {
  return new ORPCError(code, buildErrorBody(code, field, retryAfterS))
}

/** Refuses a late call. A failure would be retried during the next test. */
function refuseLateCall(): Response {
  return Response.json({ json: buildErrorBody('NOT_FOUND') }, { status: ERRORS.NOT_FOUND.status })
}

function describeFault(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? ` ${JSON.stringify(error.cause)}` : ''
  return `${String(error)}${cause}`
}

function createFakeApi() {
  let httpAnswers: HttpAnswers = {}
  /** Handler of the current test. Null between tests, when a late call may still arrive. */
  let handler: RPCHandler<object> | null = null
  let unexpected: string[] = []
  /** False between tests. Any call is then a late call of the previous test. */
  let isInTest = false
  const interceptor = new BatchInterceptor({
    name: 'api',
    interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
  })

  // oxlint-disable-next-line typescript/no-misused-promises -- the interceptor awaits its listeners
  interceptor.on('request', async ({ request, controller }) => {
    const { pathname } = new URL(request.url)
    if (!/^\/(?:rpc|api)\//u.test(pathname)) return
    if (handler === null) return controller.respondWith(refuseLateCall())
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
    /** Sets the answers of the current test. An answer may throw a Refusal, which the server then returns. */
    answer: (procedures: ProcedureAnswers, http: HttpAnswers = {}): void => {
      httpAnswers = http
      isInTest = true
      handler = new RPCHandler(createRouter(procedures as AnswerTree, implement(contract)), {
        interceptors: [
          async (options) => {
            try {
              return await options.next()
            } catch (error) {
              if (error instanceof Refusal) throw toRpcError(error)
              unexpected.push(`${options.request.url.pathname}: ${describeFault(error)}`)
              throw error
            }
          },
        ],
      })
    },
    /** Removes the answers. @returns calls without an answer, and calls that broke the contract */
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

export const fakeApi = createFakeApi()
