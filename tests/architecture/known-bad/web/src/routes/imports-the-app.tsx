export { app } from '../app/app.tsx'
