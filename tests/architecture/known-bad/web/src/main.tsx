export { app } from './app/shell/app.tsx'
