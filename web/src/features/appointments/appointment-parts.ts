import { APPOINTMENT_ERRORS } from '@kundig/contract/appointments/appointment-errors'
import { registerErrorTexts } from '@kundig/contract/errors'

export { AppointmentDialogs } from './appointment-dialogs.tsx'
export { AppointmentCard } from './card/appointment-card.tsx'

registerErrorTexts(APPOINTMENT_ERRORS)
