import { dialog } from './paying/dialog.ts'
export const usePaymentEvents = () => dialog
