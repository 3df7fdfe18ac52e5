export { chatRoute as app } from '../../routes/chat-route.tsx'
