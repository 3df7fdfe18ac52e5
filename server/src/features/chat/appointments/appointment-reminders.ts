import { repeatWork } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { AppointmentService } from './appointment.service.ts'

const EVERY_MS = 30_000

export function startAppointmentReminders(
  appointments: Pick<AppointmentService, 'remindDue'>,
  { logger, everyMs = EVERY_MS }: { logger: Logger; everyMs?: number | undefined },
): () => Promise<void> {
  const remind = (): Promise<void> =>
    appointments.remindDue().catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'appointment reminders failed')
    })
  return repeatWork(remind, everyMs)
}
