/** Logs a request or failure; never receives keys, secrets or card data. */
export type Log = (line: object, text: string) => void
