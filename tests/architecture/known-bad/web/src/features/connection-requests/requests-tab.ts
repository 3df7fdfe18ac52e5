export const requestsTab = 'a tab'
