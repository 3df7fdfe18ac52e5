export { requestsTab } from '../requests-tab.ts'
