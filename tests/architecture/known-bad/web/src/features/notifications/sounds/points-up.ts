export { useNotificationEvents } from '../use-notification-events.ts'
