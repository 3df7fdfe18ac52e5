export const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''
