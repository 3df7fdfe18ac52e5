export const booksService = {}
