import { implementation } from '../../../implementation.ts'
import type { AuthLimits } from '../auth.limits.ts'
import type { SignInCodeService } from './sign-in-code.service.ts'

export function createQuestionProcedures({ codes, limits }: { codes: SignInCodeService; limits: AuthLimits }) {
  return {
    ask: implementation.connectionRequests.ask.handler(async ({ input, context }) => {
      const { receiver_id: receiverId, full_name: senderName, message, email } = input
      await limits.question(context.clientAddress, email)
      return { id: await codes.ask({ receiverId, senderName, message, email }, context.language) }
    }),
  }
}
