/** What stands before the chat's services, for whatever comes over a socket or by HTTP. */
export interface ChatLimits {
  /** Counts a message, before it is looked at. @throws Refusal TOO_MANY_ATTEMPTS, with after how many seconds to retry */
  message: (userId: string) => void
  /** Counts a mark. @throws Refusal TOO_MANY_ATTEMPTS, with after how many seconds to retry */
  mark: (userId: string) => void
  /**
   * Does something in a room when it is its turn, so that neither a person nor a room takes all connections to the
   * database.
   * @throws Refusal TOO_MANY_ATTEMPTS when too much waits: then nothing was done
   */
  inRoom: <T>(userId: string, roomId: string, work: () => Promise<T>) => Promise<T>
  /**
   * Counts that somebody asks what they missed, and looks it up when it is their turn.
   * @throws Refusal TOO_MANY_ATTEMPTS, with after how many seconds to retry
   */
  resume: <T>(userId: string, work: () => Promise<T>) => Promise<T>
}
