import { APPOINTMENT_ERRORS } from '@kundig/contract/appointments/appointment-errors'
import { addErrors } from '@kundig/contract/errors'

export { AppointmentDialogs } from './appointment-dialogs.tsx'
export { AppointmentCard } from './card/appointment-card.tsx'

addErrors(APPOINTMENT_ERRORS)
