export { app as publicPage } from '../shell/app.tsx'
