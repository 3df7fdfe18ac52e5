export { development } from '../../development/vite.ts'
