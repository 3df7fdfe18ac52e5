import type { chatService } from '../chat/chat.service.ts'
export type Chat = typeof chatService
