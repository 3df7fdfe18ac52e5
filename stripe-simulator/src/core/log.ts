/** Records a request or a failure; never gets keys, secrets or card data. */
export type Log = (line: object, text: string) => void
