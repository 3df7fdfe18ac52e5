import { appointmentsContract } from './appointments/appointments.contract.ts'
import { authContract } from './auth/auth.contract.ts'
import { paymentListsContract } from './books/payment-lists.contract.ts'
import { chatContract } from './chat/chat.contract.ts'
import { connectionRequestsContract } from './connection-requests/connection-requests.contract.ts'
import { notificationsContract } from './notifications/notifications.contract.ts'
import { operationsContract } from './operations/operations.contract.ts'
import { paymentsContract } from './payments/payments.contract.ts'
import { profilesContract } from './profiles/profiles.contract.ts'
import { refundsContract } from './refunds/refunds.contract.ts'
import { reviewsContract } from './reviews/reviews.contract.ts'
import { safetyContract } from './safety/safety.contract.ts'
import { waitingListContract } from './waiting-list/waiting-list.contract.ts'

export const contract = {
  auth: authContract,
  profiles: profilesContract,
  waitingList: waitingListContract,
  connectionRequests: connectionRequestsContract,
  chat: chatContract,
  appointments: appointmentsContract,
  payments: { ...paymentsContract, ...refundsContract, ...paymentListsContract },
  notifications: notificationsContract,
  reviews: reviewsContract,
  safety: safetyContract,
  operations: operationsContract,
}
