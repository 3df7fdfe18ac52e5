import { z } from 'zod'

import { id, instant } from '../schemas.ts'
import { APPOINTMENTS } from './appointment-rules.ts'

/** Ended: declined or withdrawn before a time was accepted, cancelled afterwards. */
const APPOINTMENT_STATUSES = ['proposed', 'accepted', 'ended'] as const

/** Appointment in a message, whose sender proposed it. */
export const appointment = z.object({
  status: z.enum(APPOINTMENT_STATUSES),
  /** Proposed starts, earliest first. */
  times: z.array(instant).min(1).max(APPOINTMENTS.timesMax),
  minutes: z.int(),
  /** Accepted start, also after a cancellation; null before. */
  starts_at: instant.nullable(),
  ended_by: id.nullable(),
  /** Time zone of the person who proposed (IANA name). */
  zone: z.string(),
  /** Time zone of the partner; null before they accepted. */
  partner_zone: z.string().nullable(),
  /** Link of a call that the people hold elsewhere; null without one. */
  link: z.string().nullable(),
  /** Person who set the link: only they can change or remove it. */
  link_by: id.nullable(),
})
export type Appointment = z.infer<typeof appointment>
