export { chatService } from '../features/chat/chat.service.ts'
