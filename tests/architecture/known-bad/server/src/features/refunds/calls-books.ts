export { booksService } from '../books/books.service.ts'
