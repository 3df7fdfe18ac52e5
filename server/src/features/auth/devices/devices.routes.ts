import { implementation, requireViewer } from '../../../implementation.ts'
import { requireUncommonPassword } from '../passwords/common-passwords.ts'
import type { DevicesService } from './devices.service.ts'

const DONE = { ok: true } as const

export function createDeviceProcedures({ devices }: { devices: DevicesService }) {
  const { auth } = implementation
  return {
    devices: auth.devices.handler(async ({ context }) => ({ items: await devices.list(requireViewer(context)) })),

    endSession: auth.endSession.handler(async ({ context, input }) => {
      await devices.end(requireViewer(context), input.id)
      return DONE
    }),

    endOtherSessions: auth.endOtherSessions.handler(async ({ context }) => {
      await devices.endOthers(requireViewer(context))
      return DONE
    }),

    endAllSessions: auth.endAllSessions.handler(async ({ context }) => {
      await devices.endAll(requireViewer(context))
      return DONE
    }),

    changePassword: auth.changePassword.handler(async ({ context, input }) => {
      requireViewer(context)
      requireUncommonPassword(input.new_password, 'new_password')
      const change = { current: input.current_password, next: input.new_password }
      await devices.changePassword(requireViewer(context), change, context.language)
      return DONE
    }),
  }
}
