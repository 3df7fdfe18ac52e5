export { app } from '../shell/app.tsx'
