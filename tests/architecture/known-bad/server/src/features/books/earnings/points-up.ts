export { receipt } from '../receipts/receipt.ts'
