export const profilePage = 'a page'
