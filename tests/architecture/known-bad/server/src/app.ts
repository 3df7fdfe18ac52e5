export { chatService as app } from './features/chat/chat.service.ts'
