/** What stands before the chat's services, for whatever comes over a socket or by HTTP. */
export interface ChatLimits {
  /** Counts a message, before it is looked at. @throws Refusal TOO_MANY_ATTEMPTS, with after how many seconds to retry */
  message: (userId: string) => void
  /** Counts a page that is read. @throws Refusal TOO_MANY_ATTEMPTS, with after how many seconds to retry */
  page: (userId: string) => void
  /**
   * Counts a mark, and makes it when it is its person's turn, so that nobody takes all connections to the database.
   * @throws Refusal TOO_MANY_ATTEMPTS, with after how many seconds to retry: then nothing was done
   */
  mark: <T>(userId: string, work: () => Promise<T>) => Promise<T>
  /**
   * Counts that somebody asks what they missed, and looks it up when it is their turn.
   * @throws Refusal TOO_MANY_ATTEMPTS, with after how many seconds to retry
   */
  resume: <T>(userId: string, work: () => Promise<T>) => Promise<T>
}
