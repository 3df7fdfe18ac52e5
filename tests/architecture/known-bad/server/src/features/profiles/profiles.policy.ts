export const profilesPolicy = 1
