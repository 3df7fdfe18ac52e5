import { countCall, implementation } from '../../../implementation.ts'
import type { ChatLimits } from '../chat.limits.ts'
import type { AppointmentService } from './appointment.service.ts'

export function createAppointmentProcedures(service: AppointmentService, limits: Pick<ChatLimits, 'message'>) {
  const { appointments } = implementation
  return {
    propose: appointments.propose.handler(({ context, input }) =>
      service.propose(countCall(context, limits.message), input),
    ),
    accept: appointments.accept.handler(({ context, input }) =>
      service.accept(countCall(context, limits.message), input),
    ),
    end: appointments.end.handler(({ context, input }) => service.end(countCall(context, limits.message), input)),
    changeLink: appointments.changeLink.handler(({ context, input }) =>
      service.changeLink(countCall(context, limits.message), input),
    ),
  }
}
