export { dialog } from '../paying/dialog.ts'
