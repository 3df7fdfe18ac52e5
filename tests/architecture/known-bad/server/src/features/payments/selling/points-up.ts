export { request } from '../requests/request.ts'
