export { chat as chatRoute } from '../features/chat/chat.tsx'
export { profiles } from '../features/profiles/profiles.tsx'
