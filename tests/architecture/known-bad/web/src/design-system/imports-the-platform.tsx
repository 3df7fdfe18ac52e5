export { client } from '../platform/client.ts'
