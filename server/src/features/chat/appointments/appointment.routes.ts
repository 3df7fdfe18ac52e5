import { implementation, requireViewer } from '../../../implementation.ts'
import type { ChatLimits } from '../chat.limits.ts'
import type { AppointmentService } from './appointment.service.ts'

export function createAppointmentProcedures(service: AppointmentService, limits: Pick<ChatLimits, 'message'>) {
  const { appointments } = implementation
  return {
    propose: appointments.propose.handler(({ context, input }) => {
      const { userId } = requireViewer(context)
      limits.message(userId)
      return service.propose(userId, input)
    }),
    accept: appointments.accept.handler(({ context, input }) => {
      const { userId } = requireViewer(context)
      limits.message(userId)
      return service.accept(userId, input)
    }),
    end: appointments.end.handler(({ context, input }) => {
      const { userId } = requireViewer(context)
      limits.message(userId)
      return service.end(userId, input)
    }),
    changeLink: appointments.changeLink.handler(({ context, input }) => {
      const { userId } = requireViewer(context)
      limits.message(userId)
      return service.changeLink(userId, input)
    }),
  }
}
