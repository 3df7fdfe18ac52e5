export { profilePage } from '../profile-page.ts'
