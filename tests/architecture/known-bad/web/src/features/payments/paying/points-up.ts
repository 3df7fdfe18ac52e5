export { usePaymentEvents } from '../use-payment-events.ts'
