export { chatService } from '../connection-requests/requests.service.ts'
