import { z } from 'zod'

import { id, instant } from '../schemas.ts'
import { APPOINTMENTS } from './appointment-rules.ts'

/** An appointment ends when it is declined or withdrawn, or cancelled after a time was accepted. */
const APPOINTMENT_STATUSES = ['proposed', 'accepted', 'ended'] as const

/** Appointment that the sender of the message proposed. */
export const appointment = z.object({
  status: z.enum(APPOINTMENT_STATUSES),
  /** Proposed starts, earliest first. */
  times: z.array(instant).min(1).max(APPOINTMENTS.timesMax),
  minutes: z.int(),
  /** Accepted start, kept after a cancellation; null until a start is accepted. */
  starts_at: instant.nullable(),
  ended_by: id.nullable(),
  /** Time zone of the person who proposed (IANA name). */
  zone: z.string(),
  /** Time zone of the partner; null until the partner accepts. */
  partner_zone: z.string().nullable(),
  /** Link to a call on another service; null without a link. */
  link: z.string().nullable(),
  /** Person who set the link. Only this person can change or remove the link. */
  link_by: id.nullable(),
})
export type Appointment = z.infer<typeof appointment>
