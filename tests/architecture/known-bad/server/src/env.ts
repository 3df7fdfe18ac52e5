export { env as settings } from 'node:process'
