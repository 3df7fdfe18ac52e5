export const toIntentId = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''
