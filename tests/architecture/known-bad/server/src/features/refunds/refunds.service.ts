export const refundsService = {}
