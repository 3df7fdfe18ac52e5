export { refundsService } from '../refunds/refunds.service.ts'
