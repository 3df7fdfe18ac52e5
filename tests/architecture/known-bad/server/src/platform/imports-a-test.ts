export { chatTest } from '../features/chat/chat.service.test.ts'
