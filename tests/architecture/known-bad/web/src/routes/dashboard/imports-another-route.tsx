export { landing } from '../landing/index.tsx'
