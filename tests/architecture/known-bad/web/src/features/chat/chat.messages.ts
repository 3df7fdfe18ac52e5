export const title = 'Chats'
