export { chatRoute } from '../../routes/chat-route.tsx'
