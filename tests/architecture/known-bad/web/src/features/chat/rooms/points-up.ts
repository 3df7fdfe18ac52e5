export { useChatEvents } from '../use-chat-events.ts'
