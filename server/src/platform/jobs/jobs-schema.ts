/** Schema of pg-boss's tables, in the same database. */
export const JOBS_SCHEMA = 'jobs'
